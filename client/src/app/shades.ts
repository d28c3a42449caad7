import type { MantineColorsTuple } from '@mantine/core';

const neel: MantineColorsTuple = [
  '#F3F4FB',
  '#E9ECF8',
  '#C9CFF3',
  '#A3AFFF',
  '#7F8DEB',
  '#5C6BD0',
  '#3A49B8',
  '#2F3C94',
  '#2A3585',
  '#1B2357',
];
const genda: MantineColorsTuple = [
  '#FFF8E8',
  '#FFF0CD',
  '#FFE09A',
  '#FFCF6E',
  '#FFC247',
  '#F5AB12',
  '#C98500',
  '#9A5F00',
  '#764700',
  '#2A1B00',
];
const dark: MantineColorsTuple = [
  '#ECEEF7',
  '#CDD1E2',
  '#A7ADC4',
  '#6F7693',
  '#2A3047',
  '#1E2337',
  '#161A29',
  '#0E111C',
  '#0A0C15',
  '#06070D',
];
const gray: MantineColorsTuple = [
  '#FBFAF7',
  '#F7F6F2',
  '#EFEDE6',
  '#E2DFD6',
  '#CFCBC0',
  '#A9A8AC',
  '#858490',
  '#595C70',
  '#33364A',
  '#171A2E',
];
/** The destructive button is the same in both themes, so both primary shades (7 and 3) are one red. */
const red: MantineColorsTuple = [
  '#FCE9E9',
  '#F8D3D5',
  '#FFA3A8',
  '#B3202E',
  '#FF9096',
  '#D94452',
  '#C8202F',
  '#B3202E',
  '#A51C2B',
  '#3B171E',
];
const green: MantineColorsTuple = [
  '#E1F3E6',
  '#C4E6CF',
  '#84DDA4',
  '#12803F',
  '#4DB878',
  '#2A9A57',
  '#18894A',
  '#12803F',
  '#0E6632',
  '#12301F',
];

/** The ten shades of each colour, as Mantine's theme takes them: lightest first, except shade 3 of red and green. */
export const shades = { neel, genda, dark, gray, red, green };
