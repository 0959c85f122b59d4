"""Packages of the app for one kind of system each, made from the folder that PyInstaller wrote."""
