/** What is seen beneath a record that is signed electronically: each time that somebody was asked to, and the links by which. */
export const signingLists = <const R extends string>(resource: R) =>
  [
    {
      label: '电子签署',
      resource: 'sign_task',
      by: 'record_id',
      where: { resource },
      shows: ['state', 'provider', 'way', 'holder', 'created_at', 'opened_at', 'signed_at', 'sealed_at', 'reason'],
    },
    {
      label: '签署链接',
      resource: 'link',
      by: 'record_id',
      where: { resource },
      shows: ['way', 'holder', 'state', 'created_at', 'expires_at', 'opened_at', 'used_at', 'created_by'],
    },
  ] as const
