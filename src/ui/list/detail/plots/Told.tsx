import type { Preview } from '../../../../protocol/preview.ts'
import { PreviewTold } from '../../../form/PreviewTold.tsx'
import { useRead } from '../../../hooks/useRead.ts'
import { Waiting } from '../../../look/Waiting.tsx'

/** A table that a call tells of a record. */
export const Told = ({ call, params, label }: { call: string; params: Readonly<Record<string, number>>; label: string }) => {
  const { data, error } = useRead<Preview>(call, params, { isView: true })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting like="facts" />
  return <PreviewTold label={label} told={data} />
}
