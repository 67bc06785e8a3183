// Carries the precompiled header of the rooms full of widgets; nothing of its own.
