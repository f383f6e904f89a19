import Button from 'antd/es/button'
import { useId, useMemo, useRef, useState } from 'react'
import type { FormSchema } from '../../../core/form.ts'
import type { Resource } from '../../../core/resource.ts'
import { completedAmong } from '../../../declared/declared.ts'
import type { CompleteAction } from '../../../derive/actions.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import { sumsOfRows, totalsOf } from '../../../derive/totals.ts'
import { t } from '../../../providers/i18nProvider.ts'
import FormView from '../../form/FormView.tsx'
import { useForm } from '../../form/useForm.ts'
import { FilterBar } from '../../list/FilterBar.tsx'
import { ListTable } from '../../list/table/ListTable.tsx'
import type { ListController } from '../../list/useListController.ts'
import { ErrorBoundary } from '../../tab/ErrorBoundary.tsx'
import { sampleRows } from './sample.ts'

const nothing = (): void => {}

/** A list that asks nobody: its rows are made up. */
const useSampleList = (resource: CompleteResource): ListController => {
  const rows = useMemo(() => sampleRows(resource), [resource])
  const [filters, setFilters] = useState<Record<string, unknown>>({})
  const [field, order] = resource.sort
  return {
    resource,
    strip: { label: resource.label, resource: resource.name },
    rows,
    count: rows.length,
    hasMore: false,
    sums: sumsOfRows(totalsOf(resource), rows),
    page: 1,
    pageRows: 20,
    turn: nothing,
    order: { field, order },
    sortBy: nothing,
    filters,
    asOf: null,
    asked: {},
    filterBy: (patch) => setFilters((now) => ({ ...now, ...patch })),
    clearFilters: () => setFilters({}),
    ask: nothing,
    selected: [],
    select: nothing,
    isFirstLoad: false,
    isFetching: false,
    error: null,
    refetch: nothing,
  }
}

const Dialog = ({ action }: { action: CompleteAction & { form: NonNullable<CompleteAction['form']> } }) => {
  const id = useId()
  const { state, submit } = useForm({
    form: action.form,
    prefix: `preview${id.replace(/\W/g, '')}${action.name}`,
    onSubmit: async () => {},
  })
  return (
    <div className="designer-dialog">
      <h3>{action.form.title}</h3>
      <FormView id={id} form={action.form} state={state} onSubmit={() => void submit()} />
      <Button size="small" onClick={() => void submit()}>
        {t`试一下规则`}
      </Button>
    </div>
  )
}

const withForm = (action: CompleteAction): action is CompleteAction & { form: NonNullable<CompleteAction['form']> } => action.form !== null

/** True where the dialog of editing asks what that of adding asks: it need not be shown twice. */
const isAskedAlike = ({ actions }: CompleteResource, form: FormSchema): boolean => {
  const added = actions.find(({ name }) => name === 'add')?.form
  return Object.keys(added?.properties ?? {}).join() === Object.keys(form.properties).join()
}

const Shown = ({ resource }: { resource: CompleteResource }) => {
  const list = useSampleList(resource)
  const actions = resource.actions.filter((action) => action.on !== 'page')
  const dialogs = resource.actions.filter(withForm).filter(({ name, form }) => name !== 'edit' || !isAskedAlike(resource, form))
  return (
    <>
      <div className="list-head">
        <h2>{resource.label}</h2>
        <span className="list-count">{t`预览，记录是编的`}</span>
        <span className="head-gap" />
        <Button size="small" type="primary">
          {resource.actions.find(({ name }) => name === 'add')?.label ?? t`不能新增`}
        </Button>
      </div>
      <FilterBar list={list} />
      <div className="designer-table">
        <ListTable list={list} onOpen={nothing} />
      </div>
      <p className="list-hint">
        {t`行上的操作：`}
        {actions.map(({ label }) => label).join(t`、`) || t`没有`}
      </p>
      {dialogs.map((action) => (
        <Dialog key={action.name} action={action} />
      ))}
    </>
  )
}

/** What the screen will look like: the list with made-up rows, and its dialogs, in which the rules can be tried. It shows the last that was without mistakes. */
export const Preview = ({ made, isSound }: { made: Resource; isSound: boolean }) => {
  const text = JSON.stringify(made)
  const last = useRef<{ text: string; resource: CompleteResource } | null>(null)
  if (isSound && last.current?.text !== text) last.current = { text, resource: completedAmong(made) }
  if (!last.current) return <p className="panel-lead">{t`改好上面的错误，这里就会显示页面的样子。`}</p>
  return (
    <ErrorBoundary key={last.current.text}>
      <Shown resource={last.current.resource} />
    </ErrorBoundary>
  )
}
