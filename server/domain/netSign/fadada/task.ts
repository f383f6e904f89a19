import { ANCHORS, type Party, ServiceFault, type ServiceTask } from '../provider.ts'
import { type Asking, asked, reached, textIn } from './asking.ts'

/** The parties of a task, as it knows them and as its events name them. */
export const ACTORS = { operator: 'operator', other: 'tenant' } as const
const DOC = 'contract'
const OK = 200

/** Uploads a file and gives the number by which a task names it. */
const upload = async (asking: Asking, pdf: Uint8Array): Promise<string> => {
  const place = await asked(asking, '/file/get-upload-url', { fileType: 'doc' })
  const headers = { 'content-type': 'application/octet-stream' }
  const put = await reached(asking, { url: textIn(place, 'uploadUrl'), method: 'PUT', headers, body: Buffer.from(pdf) })
  if (put.status !== OK) throw new ServiceFault(`法大大没有收下文件，HTTP ${put.status}`, 'later')
  const file = { fileType: 'doc', fddFileUrl: textIn(place, 'fddFileUrl'), fileName: 'contract.pdf', fileFormat: 'pdf' }
  const { fileIdList } = await asked(asking, '/file/process', { fddFileUrlList: [file] })
  const [made] = Array.isArray(fileIdList) ? (fileIdList as unknown[]) : []
  return textIn((made ?? {}) as Record<string, unknown>, 'fileId')
}

const field = (name: 'seal' | 'sign', fieldType: string) => ({
  ...{ fieldId: name, fieldName: name, fieldType },
  position: { positionMode: 'keyword', positionKeyword: ANCHORS[name] },
})

const otherActor = (party: Party) => ({
  actor: {
    actorId: ACTORS.other,
    actorType: party.is === 'person' ? 'person' : 'corp',
    actorName: party.name,
    permissions: ['sign'],
    // Whoever opens it must be this one.
    identNameForMatch: party.name,
    ...(party.is === 'person' ? { accountName: party.phone } : { certNoForMatch: party.code }),
    sendNotification: false,
  },
  signFields: [{ fieldDocId: DOC, fieldName: 'sign' }],
  signConfigInfo: { orderNo: 1 },
})

const operatorActor = (actorName: string, open_corp_id: string, isByItself: boolean) => ({
  actor: {
    ...{ actorId: ACTORS.operator, actorType: 'corp', actorName, permissions: ['sign'], actorOpenId: open_corp_id },
    ...(isByItself ? { sendNotification: false } : { sendNotification: true, notifyType: ['start'] }),
  },
  signFields: [{ fieldDocId: DOC, fieldName: 'seal' }],
  signConfigInfo: { orderNo: 2, requestVerifyFree: isByItself },
})

const NAME = 200

/** Gives the number of the task that was made with this key; null where none was. Tasks are not asked for by key, so that its list is looked through. Throws ServiceFault. */
export const findTask = async (asking: Asking, { key, subject }: Pick<ServiceTask, 'key' | 'subject'>): Promise<string | null> => {
  const { signTasks } = await asked(asking, '/sign-task/owner/get-list', {
    ownerId: { idType: 'corp', openId: asking.keys.open_corp_id },
    ownerRole: 'initiator',
    listFilter: { signTaskSubject: subject.slice(0, NAME) },
    listPageNo: 1,
    listPageSize: 100,
  })
  const all = Array.isArray(signTasks) ? (signTasks as { signTaskId?: unknown; transReferenceId?: unknown }[]) : []
  const found = all.find(({ transReferenceId }) => transReferenceId === key)
  return typeof found?.signTaskId === 'string' ? found.signTaskId : null
}

const makeTask = async (asking: Asking, task: ServiceTask): Promise<string> => {
  const { open_corp_id, business_id } = asking.keys
  const { key, subject, pdf, party, operator, until, callback } = task
  const docFileId = await upload(asking, pdf)
  const made = await asked(asking, '/sign-task/create', {
    initiator: { idType: 'corp', openId: open_corp_id },
    signTaskSubject: subject.slice(0, NAME),
    signDocType: 'contract',
    expiresTime: String(until * 1000),
    ...{ autoStart: true, autoFinish: true, signInOrder: true },
    transReferenceId: key,
    ...(callback === null ? {} : { callbackUrl: callback }),
    ...(business_id === '' ? {} : { businessId: business_id }),
    docs: [
      {
        ...{ docId: DOC, docName: subject.slice(0, NAME), docFileId },
        docFields: [field('seal', 'corp_seal'), field('sign', party.is === 'person' ? 'person_sign' : 'corp_seal')],
      },
    ],
    actors: [otherActor(party), operatorActor(operator, open_corp_id, business_id !== '')],
  })
  return textIn(made, 'signTaskId')
}

/** Has a task made, unless one was with its key: of a try that broke off nobody knows whether it had been. Throws ServiceFault. */
export const createTask = async (asking: Asking, task: ServiceTask): Promise<{ id: string; url: string }> => {
  const id = (await findTask(asking, task)) ?? (await makeTask(asking, task))
  const urls = await asked(asking, '/sign-task/actor/get-url', { signTaskId: id, actorId: ACTORS.other })
  const url = textIn(urls, 'actorSignTaskUrl')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new ServiceFault('法大大给的签署地址不对', 'later')
  return { id, url }
}
