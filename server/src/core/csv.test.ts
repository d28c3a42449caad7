import { expect, test } from '@jest/globals';
import { csvCell, csvLine } from './csv';

test('a text that a spreadsheet could run as a formula is marked as text', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', ' =1', '|x', '%0A=1']) {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  }
  for (const text of ['＝1+1', '＋1', '－1', '＠SUM(A1)']) expect(csvCell(text)).toBe(`'${text}`);
  expect(csvCell('Asha-Devi')).toBe('Asha-Devi');
});

test('a formula after any separator is marked too', () => {
  for (const text of ['Ravi;=1+1', 'Ravi; @SUM(A1)', 'Ravi\t+1', 'Ravi;"=1+1', 'Ravi,-1', 'Ravi|＝1']) {
    expect(csvCell(text).replaceAll('""', '"')).toMatch(/[;\t|,]["\s]*'[=+\-@＝]/);
  }
  expect(csvCell('Ravi; Asha-Devi')).toBe('Ravi; Asha-Devi');
});

test('numbers, also negative ones, stay numbers', () => {
  expect(csvLine([-12.5, 0, true, null, 'a'])).toBe('-12.5,0,true,,a\r\n');
});

test('commas, quotes and line ends stay inside their cell', () => {
  expect(csvCell('a,b')).toBe('"a,b"');
  expect(csvCell('say "hi"')).toBe('"say ""hi"""');
  expect(csvCell('two\r\n=lines')).toBe('"two\r\n=lines"');
});
