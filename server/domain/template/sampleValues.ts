import type { TemplateValues } from '../../../src/schemas/template/template.ts'

/** What a preview puts into the fields of a template. The amounts are whole yuan of a sample. */
export const sampleValues: TemplateValues = {
  合同号: 'HT20260101000001',
  出租方: '安居租赁运营有限公司',
  租客姓名: '王小明',
  身份证号: '310***********0011',
  手机号: '138****5678',
  企业名称: '',
  项目名称: '浦东一期公租房项目',
  小区: '张杨花苑',
  房号: '12号-501',
  地址: '浦东新区张杨路 500 弄',
  面积: '48.50',
  开始日期: '2026-01-01',
  结束日期: '2027-12-31',
  月租金: '1,280.00',
  月租金大写: '壹仟贰佰捌拾元整',
  押金: '1,280.00',
  押金大写: '壹仟贰佰捌拾元整',
  租客承担比例: '100%',
  打印日期: '2026-01-01',
}
