/** The SQL of what a charge is earned as (src/schemas/journal/journal.ts, `incomes`), as its item was when the bill `b` was made; 0 of what is no charge. */
const INCOME = 'coalesce(b.income, 0)'

/** The SQL of whether a bill `b` is of rent, or of what is charged as rent. */
export const isRent = `(b."from" = 1 or ${INCOME} = 2)`

/** The SQL of whether a bill `b` is of rent or a stay: earned by the period, what is reduced of it apart (postings.md: 6001.09). */
export const isRentOrStay = `(${isRent} or ${INCOME} = 3)`

/** The SQL of whether a bill `b` is of a service that is paid ahead: a contract liability until it is earned by the period (postings.md: 2205). */
export const isService = `${INCOME} = 7`

/** The SQL of whether what a bill `b` comes to is earned by the period. */
export const isByPeriod = `(${isRentOrStay} or ${isService})`
