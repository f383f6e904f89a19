import { useGo, useParsed } from '@refinedev/core'
import Button from 'antd/es/button'
import { useState } from 'react'
import { resourceShape } from '../../../core/check/metaSchema.ts'
import { checkShape } from '../../../core/check/shape.ts'
import { codeOf } from '../../../core/states.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import screenResource from '../../../resources/screen/screen.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { Overtaken } from '../../form/Overtaken.tsx'
import { useGuard } from '../../form/useForm.ts'
import { useBusily } from '../../hooks/useBusily.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { useRead } from '../../hooks/useRead.ts'
import { lazily } from '../../later/lazily.ts'
import '../../look/panels.css'
import { Waiting } from '../../look/Waiting.tsx'
import { Refused } from '../../tab/Refused.tsx'
import { ActionsPanel } from './ActionsPanel.tsx'
import { BasicsPanel } from './BasicsPanel.tsx'
import './designer.css'
import { saveFile } from '../../action/saveFile.ts'
import { FieldsPanel } from './FieldsPanel.tsx'
import { GiveRoles } from './GiveRoles.tsx'
import { Preview } from './Preview.tsx'
import { PrintsPanel } from './PrintsPanel.tsx'
import { Problems } from './Problems.tsx'
import { StatesPanel } from './StatesPanel.tsx'
import { type Design, DRAFT, type ScreenDraft, useDraft } from './useDraft.ts'
import { VersionsPanel } from './VersionsPanel.tsx'

const JsonPanel = lazily(() => import('./JsonPanel.tsx'))

const parts = { fields: '字段', states: '状态', actions: '操作', prints: '打印', basics: '页面', json: 'JSON', versions: '版本' } as const
type Part = keyof typeof parts
const panels = {
  fields: FieldsPanel,
  states: StatesPanel,
  actions: ActionsPanel,
  prints: PrintsPanel,
  basics: BasicsPanel,
  json: JsonPanel,
  versions: VersionsPanel,
}

const PUBLISHED = codeOf(screenResource, 'published')
const WITHDRAWN = codeOf(screenResource, 'withdrawn')

const standing = ({ state, no }: ScreenDraft): string =>
  state === PUBLISHED ? t`已发布第 ${no ?? ''} 版` : state === WITHDRAWN ? t`已下线（第 ${no ?? ''} 版）` : t`还没有发布`

const SCREENS = { resource: 'screen', action: 'list' } as const

const Head = ({ design, onFirst }: { design: Design; onFirst: () => void }) => {
  const go = useGo()
  const { screen, made, isTouched, problems } = design
  const run = useRunAction()
  const { attempt } = useDeed()
  const { isBusy, busily } = useBusily()
  const save = (): Promise<boolean> => busily(() => design.save(t`设计稿已保存，发布后生效`))
  const published = (): void => {
    design.retake()
    if (screen.no === null && mayCall('/api/role/edit') && mayCall('/api/role/index')) onFirst()
  }
  const publish = (): Promise<boolean> =>
    busily(async () => {
      if (isTouched) await design.save()
      const resource = resourceNamed('screen')
      const action = resource.actions.find(({ name }) => name === 'publish')
      if (action) run(resource, action, [{ screen_id: screen.screen_id }], { onDone: published })
    })
  const file = (): Promise<boolean> =>
    busily(async () => {
      const { name, text } = await attempt<{ name: string; text: string }>('/api/screen/file', { screen_id: screen.screen_id })
      saveFile({ name, text })
    })
  return (
    <div className="list-head">
      <h1>{made.label}</h1>
      <span className="list-count">
        {standing(screen)}
        {isTouched ? t`，有未保存的修改` : ''}
      </span>
      <span className="head-gap" />
      <Button onClick={() => go({ to: SCREENS })}>{t`返回列表`}</Button>
      {screen.state === PUBLISHED && <Button onClick={() => go({ to: screen.published?.path ?? SCREENS })}>{t`打开页面`}</Button>}
      <Button onClick={() => void file()}>{t`导出声明文件`}</Button>
      <Button disabled={!isTouched || isBusy} title={isTouched ? undefined : t`还没有改动`} onClick={() => void save()}>
        {t`保存`}
      </Button>
      {mayCall('/api/screen/publish') && (
        <Button
          type="primary"
          disabled={problems.length > 0 || isBusy}
          title={problems[0] && t`先改好列出的问题`}
          onClick={() => void publish()}
        >
          {t`发布`}
        </Button>
      )}
    </div>
  )
}

const Designer = ({ first, reload }: { first: ScreenDraft; reload: () => Promise<ScreenDraft | undefined> }) => {
  const design = useDraft(first, reload)
  const [part, setPart] = useState<Part>('fields')
  const [isGiving, setGiving] = useState(false)
  const theirs = design.overtaken
  useGuard(design.isTouched)
  const isShaped = checkShape(design.made, resourceShape, '').length === 0
  const Panel = panels[part]
  return (
    <div className="list">
      <Head design={design} onFirst={() => setGiving(true)} />
      {isGiving && <GiveRoles made={design.made} onClose={() => setGiving(false)} />}
      {theirs && (
        <Overtaken
          what={t`其他人刚保存过这个页面的设计。您改的内容还在。`}
          take={t`放弃所填，载入他的`}
          onTake={() => design.take(theirs)}
          onKeep={design.keep}
        />
      )}
      <div className="designer">
        <section className="panel designer-edit" aria-label={t`设计`}>
          <nav className="strips designer-parts" aria-label={t`设计的部分`}>
            {Object.entries(parts).map(([name, label]) => (
              <button key={name} type="button" aria-pressed={part === name} onClick={() => setPart(name as Part)}>
                {said(label)}
              </button>
            ))}
          </nav>
          {part === 'json' ? (
            <JsonPanel key={design.taken} design={design} />
          ) : isShaped ? (
            <Panel key={design.taken} design={design} />
          ) : (
            <p className="panel-lead">{t`声明的写法有误，请先在 JSON 里改好。`}</p>
          )}
        </section>
        <section className="panel designer-preview" aria-label={t`预览`}>
          <Problems problems={design.problems} />
          <Preview made={design.made} isSound={design.problems.length === 0 && !design.isChecking} />
        </section>
      </div>
    </div>
  )
}

/** 页面设计: a list screen put together by hand, or pasted as JSON, with what it will look like beside it . */
export default function ScreenDesignerScreen() {
  const id = Number(useParsed<{ screen_id?: string }>().params?.screen_id)
  const { data, error, refetch } = useRead<ScreenDraft>(id > 0 ? DRAFT : null, { screen_id: id }, { staleTime: 0, retry: false })
  // Once there is a draft, what is typed outlives a read that fails.
  if ((error && !data) || !(id > 0)) return <Refused code={404} />
  if (!data || data.screen_id !== id) return <Waiting />
  return <Designer key={id} first={data} reload={refetch} />
}
