// Holds nothing: the translation unit for which the precompiled header of core is made.
