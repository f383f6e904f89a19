/** English by the Chinese source text. These are the spec's own words, letter for letter (screens.md, Messages). */
export const enUS: Readonly<Record<string, string>> = {
  确定要关闭这个页面吗: 'are you sure to close this page',
  请先选择租赁房间的小区和房号: 'please first select the community and room number of the leased room',
  账单类型必填: 'bill type required',
  账单金额必填: 'bill amount required',
  请搜索租客姓名: 'please search for the tenant name',
  添加成功: 'added successfully',
  导出中: 'exporting',
  房态汇总导出: 'room status summary export',
}
