/** Who signs for a company: asked where that is, at the counter and on the phone. */
export const signatoryFields = {
  signatory: {
    type: 'string',
    title: '签字人',
    maxLength: 30,
    pattern: '\\S',
    'x-msg': { required: '签字人的姓名必填', pattern: '签字人的姓名必填' },
  },
  signatory_post: {
    type: 'string',
    title: '职务',
    maxLength: 30,
    pattern: '\\S',
    'x-msg': { required: '签字人的职务必填', pattern: '签字人的职务必填' },
  },
} as const
