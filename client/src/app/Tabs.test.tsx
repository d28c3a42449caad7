import { afterEach, expect, test } from '@jest/globals';
import { IconUsers } from '@tabler/icons-react';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderPart } from '../testing/render';
import { Tabs } from './Tabs';

afterEach(cleanup);

test('the tab bar shows on which side it has further tabs', () => {
  const tabs = ['one', 'two', 'three', 'four', 'five', 'six'].map((id) => ({ id, label: id, icon: IconUsers }));
  renderPart(<Tabs tabs={tabs} current="one" onChoose={() => undefined} />);
  const bar = screen.getByRole('navigation');
  const list = screen.getByRole('tablist');
  Object.defineProperties(list, { clientWidth: { value: 380 }, scrollWidth: { value: 600 } });
  const scrolledTo = (left: number) => {
    list.scrollLeft = left;
    fireEvent.scroll(list);
    return [bar.dataset.before, bar.dataset.after];
  };
  expect(scrolledTo(0)).toEqual(['false', 'true']);
  expect(scrolledTo(100)).toEqual(['true', 'true']);
  expect(scrolledTo(220)).toEqual(['true', 'false']);
});
