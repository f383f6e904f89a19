import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import { Waiting } from '../look/Waiting.tsx'
import type { Structure } from './useStructure.ts'
import '../look/panels.css'
import './structure.css'

interface Props {
  title: string
  /** What is done here, and what it changes. */
  note: string
  structure: Structure
  actions?: ReactNode
  tree: ReactNode
  children: ReactNode
}

/** The page of a screen about the structure: the tree at the left, what is chosen at the right. */
export const StructureFrame = ({ title, note, structure, actions, tree, children }: Props) => (
  <div className="list">
    <div className="list-head">
      <h1>{title}</h1>
      <span className="head-gap" />
      {actions}
    </div>
    {structure.error && (
      <div className="list-failed" role="alert">
        {structure.error.message || t`读取失败`}
        <Button size="small" onClick={() => void structure.refetch()}>
          {t`重试`}
        </Button>
      </div>
    )}
    {structure.isLoading && <Waiting like="rows" />}
    {!structure.isLoading && !structure.error && (
      <div className="halves">
        <section className="panel" aria-label={t`架构树`}>
          <p className="panel-lead">{note}</p>
          {structure.nodes.length === 0 ? <p className="list-hint">{t`还没有架构，先加一个中心`}</p> : tree}
        </section>
        <div className="stacked">{children}</div>
      </div>
    )}
  </div>
)
