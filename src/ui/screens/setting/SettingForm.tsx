import Button from 'antd/es/button'
import ConfigProvider from 'antd/es/config-provider'
import { useId, useMemo, useState } from 'react'
import type { Setting } from '../../../core/setting.ts'
import { activeForm } from '../../../derive/forms/activeForm.ts'
import { callsOfSetting, formHolding, savedForm, secretsOf } from '../../../derive/settings.ts'
import type { SettingInForce } from '../../../protocol/types.ts'
import { CallFailure } from '../../../providers/call.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import type { Values } from '../../form/context.ts'
import FormView from '../../form/FormView.tsx'
import { Overtaken } from '../../form/Overtaken.tsx'
import { useForm, useGuard } from '../../form/useForm.ts'
import { useKeptWriting, useWritten } from '../../hooks/interrupted.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'
import { Place } from '../../look/Place.tsx'
import { Facts } from './Facts.tsx'
import { doneWords, RestoreDialog, type Restored, versionName } from './RestoreDialog.tsx'
import { SettingHistory } from './SettingHistory.tsx'
import { SettingLists } from './SettingLists.tsx'
import { Trial } from './Trial.tsx'

/** As high, in pixels, as two facts are, which come later than the form beneath them. */
const USUAL = 90

interface Props {
  setting: Setting
  /** What is in force, as it was last read. */
  now: SettingInForce
  refresh: () => Promise<SettingInForce>
}

/** What was typed when the session ended, and the version that it stands on. */
interface Written {
  base: SettingInForce
  values: Values
}

/** A setting's form in place, what it changes above it and its history beside it. */
export const SettingForm = ({ setting, now, refresh }: Props) => {
  const id = useId()
  const { attempt } = useDeed()
  const readAnew = useReadAnew()
  const paths = callsOfSetting(setting)
  const mayChange = mayCall(paths.save)
  /** The version that the form stands on; another's later one takes its place only when one says so. */
  const place = `setting ${setting.name}`
  const before = useWritten<Written>(place)
  const [base, setBase] = useState(before?.base ?? now)
  const [overtaken, setOvertaken] = useState(before && before.base.version !== now.version ? now : null)
  /** What was typed before another's version was taken as the base. */
  const [typed, setTyped] = useState(before?.values)
  const [restoring, setRestoring] = useState<Restored | null>(null)
  const form = useMemo(() => formHolding(savedForm(setting), base.held), [setting, base.held])
  const readLatest = async (): Promise<SettingInForce> => {
    const latest = await refresh()
    readAnew.call(paths.history)
    return latest
  }
  const take = (latest: SettingInForce): void => {
    setOvertaken(null)
    setTyped(undefined)
    // What is in force may be what it was, of a version that begins later: the form shows it all the same.
    setBase({ ...latest, values: { ...latest.values } })
  }
  /** Makes a call that names the version read; where another came first, shows whose. */
  const change = async (path: string, params: Record<string, unknown>, done: string): Promise<void> => {
    try {
      await attempt(path, { ...params, version: base.version }, done)
    } catch (error) {
      if (error instanceof CallFailure && error.code === 409) {
        const latest = await readLatest()
        if (latest.version !== base.version) {
          setRestoring(null)
          setOvertaken(latest)
        }
      }
      throw error
    }
    take(await readLatest())
  }
  const { state, ...its } = useForm({
    form,
    initial: base.values,
    ...(typed ? { typed } : {}),
    held: base.held,
    prefix: setting.name,
    onSubmit: (values) =>
      change(paths.save, values, values.from_date ? t`保存成功，${String(values.from_date)} 起生效` : t`保存成功，已生效`),
  })
  useGuard(its.isTouched)
  useKeptWriting(place, its.isTouched ? { base, values: state.values } : null)
  const keepMine = (): void => {
    if (!overtaken) return
    setTyped(state.values)
    setBase(overtaken)
    setOvertaken(null)
  }
  const save = (): void => void its.submit()
  const untouched = its.isTouched ? undefined : t`还没有改动`
  return (
    <div className="list">
      <div className="list-head">
        <h1>{said(setting.label)}</h1>
        <span className="list-count">{base.version === 0 ? t`初始值，还没有人改过` : versionName(base.in_force)}</span>
        <span className="head-gap" />
        {setting.trial && mayCall(setting.trial.call) && <Trial setting={setting} isTouched={its.isTouched} />}
        {mayChange && (
          <>
            <Button disabled={!its.isTouched} title={untouched} onClick={() => its.restart(base.values)}>
              {t`撤销修改`}
            </Button>
            <Button type="primary" disabled={!its.isTouched} title={untouched} loading={its.isBusy} onClick={save}>
              {t`保存`}
            </Button>
          </>
        )}
      </div>
      {overtaken && (
        <Overtaken
          what={t`${overtaken.by ?? ''}刚保存了第 ${overtaken.version} 版（改动见右侧）。您填的内容还在。`}
          take={t`放弃所填，载入第 ${overtaken.version} 版`}
          onTake={() => take(overtaken)}
          onKeep={keepMine}
        />
      )}
      {base.coming && (
        <div className="setting-coming" role="status">
          {t`第 ${base.coming.version} 版从 ${base.coming.from_date} 起生效（改动见右侧）；在那以前按现行的。`}
          {mayChange && (
            <Button size="small" onClick={() => base.coming && setRestoring({ to: base.in_force, from_date: base.coming.from_date })}>
              {t`不再生效`}
            </Button>
          )}
        </div>
      )}
      <div className="setting-body">
        <section className="panel setting-form" aria-label={said(setting.label)}>
          <p className="panel-lead">{t`改变什么：${said(setting.changes)}`}</p>
          {setting.shows && (
            <Place of={`${setting.name}.facts`} usual={USUAL}>
              <Facts shows={setting.shows} version={base.in_force} />
            </Place>
          )}
          {setting.form.description && <p className="setting-about">{said(setting.form.description)}</p>}
          <ConfigProvider componentDisabled={!mayChange}>
            <fieldset disabled={!mayChange}>
              <FormView id={id} form={form} state={state} onSubmit={save} />
            </fieldset>
          </ConfigProvider>
          {secretsOf(activeForm(form, state.values)).length > 0 && (
            <p className="list-hint">{t`密钥只进不出：保存后不再显示，也不进日志与导出。`}</p>
          )}
        </section>
        <SettingHistory setting={setting} version={now.in_force} onRestore={mayChange ? (to) => setRestoring({ to }) : null} />
      </div>
      {setting.lists && <SettingLists lists={setting.lists} />}
      {restoring !== null && (
        <RestoreDialog
          {...restoring}
          isTouched={its.isTouched}
          onClose={() => setRestoring(null)}
          onConfirm={() => change(paths.restore, { ...restoring }, doneWords(restoring))}
        />
      )}
    </div>
  )
}
