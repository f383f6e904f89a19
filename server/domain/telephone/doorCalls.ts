import { CallError } from '../../../src/core/errors.ts'
import { idRange } from '../../../src/core/ids.ts'
import { form } from '../../../src/derive/callParams.ts'
import { personalNumbers } from '../../../src/protocol/masks.ts'
import type { Link } from '../../caller/links/link.ts'
import { type Call, defineCall } from '../../calls/defineCall.ts'
import { linkCode, linkOf } from '../../calls/linkOf.ts'
import { type ReadyImage, readImage } from '../../files/images.ts'
import type { Tx } from '../../store/connection/database.ts'
import { addPhoto, type Door, type Standing } from './door.ts'
import { about, admitAsking, sendCode, start, takeCode } from './enter.ts'

/** The param by which a call of somebody who came in names his link. */
export const codeParam = linkCode('请从二维码打开')

const project = { type: 'integer', title: '项目', ...idRange } as const
const phone = {
  type: 'string',
  title: '手机号',
  maxLength: 11,
  pattern: personalNumbers.phone.pattern,
  'x-msg': { required: '请填写手机号', pattern: '请填写11位手机号' },
} as const
const sms = {
  type: 'string',
  title: '验证码',
  maxLength: 6,
  pattern: '^\\d{6}$',
  'x-msg': { required: '请填写6位验证码', pattern: '验证码是6位数字' },
} as const

/** What the calls of a door are called in the log and in /docs. */
interface Labels {
  about: string
  sendCode: string
  start: string
}

/** Gives the calls by which anybody who scanned a code comes in: what it is about, digits to his telephone, and a link for them. */
export const doorCalls = (door: Door, labels: Labels): Call[] => {
  const { name, label: group } = door
  return [
    defineCall(
      { path: `/api/${name}/about`, label: labels.about, group, can: 'visitor', params: form(labels.about, { p_id: project }) },
      ({ tx }, { p_id }) => about(tx, door, p_id),
    ),
    defineCall(
      {
        path: `/api/${name}/send_code`,
        label: labels.sendCode,
        group,
        can: 'visitor',
        writes: true,
        admit: admitAsking(door),
        params: form(labels.sendCode, { phone }, ['phone']),
      },
      (context, params) => sendCode(context, door, params.phone),
    ),
    defineCall(
      {
        path: `/api/${name}/start`,
        label: labels.start,
        group,
        can: 'visitor',
        writes: true,
        admit: admitAsking(door),
        params: form(labels.start, { phone, sms, p_id: project }, ['phone', 'sms']),
        prepare: ({ params, ...arrived }) => takeCode(arrived, door, params as { phone: string; sms: string }),
      },
      ({ tx, now, prepared }, params) => start({ tx, now, prepared }, door, params),
    ),
  ]
}

/** How the photographs of a door are kept. */
interface Photographing {
  label: string
  /** How many one telephone may have sent for what is not submitted yet. */
  most: number
  /** Holds the record that a link is bound to. Throws where nothing is photographed for it now. */
  hold: (tx: Tx, link: Link) => Promise<Standing>
  /** Keeps the picture and gives its number, and what it is called where it has a name. */
  keep: (tx: Tx, dataDir: string, image: ReadyImage, place: number) => Promise<{ file_id: number; name?: string }>
}

/** Gives the call by which somebody who came in sends a photograph: it is turned upright and has no metadata any more (server/files/images.ts). */
export const photoCall = (door: Door, { label, most, hold, keep }: Photographing): Call =>
  defineCall(
    {
      path: `/api/${door.name}/photo`,
      label,
      group: door.label,
      can: 'link',
      link: { purpose: door.purpose },
      writes: true,
      takesFile: true,
      params: form(label, { code: codeParam }, ['code']),
      prepare: async ({ file }): Promise<ReadyImage> => {
        if (!file) throw new CallError(400, '请拍照或选择照片', { field: 'file' })
        return readImage(file.bytes)
      },
    },
    async ({ tx, config, prepared, ...context }) => {
      const { id, photos } = await hold(tx, linkOf(context))
      if (photos.length >= most) throw new CallError(409, `最多上传${most}张照片`, { field: 'file' })
      const kept = await keep(tx, config.dataDir, prepared, photos.length + 1)
      await addPhoto(tx, door, id, kept.file_id)
      return kept
    },
  )

/** Throws 400 where photographs are named that were not sent from this telephone, or are something's already. */
export const checkPhotos = ({ photos }: Pick<Standing, 'photos'>, named: readonly number[]): void => {
  if (named.some((file_id) => !photos.includes(file_id))) throw new CallError(400, '照片已不在，请重新拍', { field: 'photos' })
}
