/** What the paper with the code says to whoever scans it (server/domain/applying/prints.ts). */
export const posterTitle = '申请住房'
export const posterLine = '用手机扫一扫，在手机上填写、拍照、提交'
export const posterSteps = [
  '填手机号，用短信验证码验证是您本人的手机',
  '按提示填写家庭情况，给材料拍照；没填完可以先离开，以后再扫码接着填',
  '提交后在同一页面看审核进度；要补正的，也在这里改',
] as const
