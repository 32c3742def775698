package com.example.shop;

/** What a user has the model fill in: looks like an answer of a client, and is none. */
public record Draft(String text, String title) {}
