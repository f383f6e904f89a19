// The client's way to it until src/ui asks src/declared itself.
export * from '../declared/referring.ts'
