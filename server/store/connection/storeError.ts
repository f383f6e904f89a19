/** What an operator can mend about a PostgreSQL of his own: the sentence is enough. */
export class StoreError extends Error {
  override name = 'StoreError'
}
