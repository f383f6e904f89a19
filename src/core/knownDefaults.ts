/** What a dialog of adding can begin with that nobody can write down beforehand: the day, the moment, who fills it in, the project worked in. */
const knownDefaults = ['$today', '$now', '$me', '$project'] as const
export type KnownDefault = (typeof knownDefaults)[number]

export const isKnownDefault = (value: unknown): value is KnownDefault => (knownDefaults as readonly unknown[]).includes(value)

/** Gives what the store puts where a row says nothing: a default that only a dialog knows is none. */
export const storedDefault = <T>({ default: given }: { default?: T }): Exclude<T, KnownDefault> | undefined =>
  isKnownDefault(given) ? undefined : (given as Exclude<T, KnownDefault> | undefined)
