// Holds nothing: the translation unit for which the precompiled header of the tests is made.
