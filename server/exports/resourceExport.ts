import { CallError } from '../../src/core/errors.ts'
import { exportTypeOf } from '../../src/core/exportType.ts'
import { resources } from '../../src/declared/declared.ts'
import { settings } from '../../src/declared/settings.ts'
import { exportParams } from '../../src/derive/callParams.ts'
import type { CompleteColumn, CompleteResource } from '../../src/derive/complete.ts'
import { cellKindOf, headOf } from '../../src/derive/exports.ts'
import { localizedResource } from '../../src/derive/localize.ts'
import { withNamesOfNow } from '../../src/derive/namesOfNow.ts'
import { inChinese, type Translate, type Translator } from '../../src/derive/translator.ts'
import { chosenColumns, exportQuery } from '../store/reading/exportQuery.ts'
import type { Resolve } from '../store/reading/list.ts'
import { type Logged, loggedAs } from '../store/writing/changeWords.ts'
import { defineExport, type ExportSpec } from './defineExport.ts'

/** Gives what a log's columns speak of; a list without such columns speaks of nothing. */
const loggedIn = (columns: readonly CompleteColumn[], said: Translate): Logged[] =>
  columns.some(({ is }) => is === 'changes' || is === 'resource')
    ? [
        ...resources.map((resource) => loggedAs(localizedResource(resource, said))),
        ...settings.map(({ name, label }) => ({ name, label: said(label), columns: [] })),
      ]
    : []

/**
 * Throws 400 where a column by which the rows were to be selected is there no more (its field was retired while the export waited): a file of all rows is not
 * what was asked for.
 */
const checkSelection = (resource: CompleteResource, params: Readonly<Record<string, unknown>>): void => {
  const { properties } = exportParams(resource)
  const isKnown = (name: string): boolean => name === 'as_of' || Object.hasOwn(properties, name)
  if (!Object.keys(params).every(isKnown)) throw new CallError(400, '筛选用的字段有的已停用，请重新导出')
}

/** Gives the export of a resource's list: the columns asked for, of the rows that its filters select; null where it has none. */
export const resourceExport = (resource: CompleteResource, resolve: Resolve): ExportSpec | null =>
  resource.calls.export &&
  defineExport({
    name: resource.name,
    label: resource.label,
    type: exportTypeOf(resource.name),
    code: resource.calls.export,
    table: (asked, scope, translator: Translator) => {
      const { said } = translator
      const { columns: named, ...params } = withNamesOfNow(resource, asked)
      checkSelection(resource, params)
      const columns = chosenColumns(resource, named)
      const spoken = localizedResource(resource, said)
      const inWords = columns.map((column) => spoken.column[column.name] ?? column)
      return {
        columns: columns.map((column, index) => ({
          head: headOf(column),
          kind: cellKindOf(inWords[index] ?? column),
          width: column.width,
          ...(column.spec.spoken && translator !== inChinese ? { say: said } : {}),
        })),
        ...exportQuery(spoken, inWords, params, scope, {
          resolve: (name) => localizedResource(resolve(name), said),
          logged: loggedIn(columns, said),
          t: translator.t,
        }),
      }
    },
  })
