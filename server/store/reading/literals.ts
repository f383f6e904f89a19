import { PostgresQueryCompiler, type RawBuilder } from 'kysely'
import pg from 'pg'
import { type Database, kyselyOn } from '../connection/database.ts'

const element = (value: unknown): string => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`

/** Gives a value as an SQL literal without a type, as the driver would have sent it: numbers, texts, lists of either, null. */
const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(element).join(',')}}` : String(value))
}

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value))
  }
}

const literally: Database = kyselyOn({ connect: () => Promise.reject(new Error('compiles only')), end: async () => {} }, LiteralCompiler)

/** Gives a query as text with its values written into it: COPY takes no parameters. */
export const inlined = (query: RawBuilder<unknown>): string => query.compile(literally).sql
