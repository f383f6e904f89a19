import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { defineSetting } from '../../core/setting.ts'

export default defineSetting({
  name: 'LogoSetting',
  label: 'LOGO设置',
  path: '/setting/LogoSetting',
  menu: { group: '设置', part: '系统', order: 242, icon: 'logo' },
  access: 'setting_push',
  changes: '登录页、菜单上方和浏览器标题里的系统名称，菜单上方的图标；对所有人立即生效，不用刷新。',
  form: defineForm({
    title: 'LOGO设置',
    type: 'object',
    properties: {
      logo_name: { type: 'string', title: '系统名称', maxLength: 30, default: '安居租赁运营', description: '菜单里显示前 6 个字' },
      logo_img: {
        type: 'array',
        title: 'LOGO',
        'x-is': 'images',
        'x-wide': true,
        maxItems: 1,
        uniqueItems: true,
        items: anId,
        default: [],
        description: '不传则菜单只显示名称；宜用透明底的方形图片',
        'x-msg': { maxItems: '最多只能上传1张' },
      },
    },
    required: ['logo_name'],
    additionalProperties: false,
  }),
})
