import { defineForm } from '../../core/form.ts'
import { houseForm } from './house.ts'

const { simple_id, price } = houseForm.properties.simple.items.properties

/** 登记抄表项目: of the chosen rooms, which meter they have and what a unit costs; rooms that come by a file have none yet. */
export const metersForm = defineForm({
  title: '登记抄表项目',
  description: '所选的房间都加上这个抄表项；已有的改成这个单价，以后的抄表按它计费。',
  type: 'object',
  properties: {
    simple_id: { ...simple_id, title: '抄表项', 'x-msg': { required: '抄表项必填' } },
    price: { ...price, 'x-msg': { required: '单价必填' } },
  },
  required: ['simple_id', 'price'],
  additionalProperties: false,
})
