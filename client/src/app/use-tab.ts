import { useAddress } from '../core/address-bar';
import type { Tab } from './Tabs';

/** The tab of the URL, the first by default. Choosing another one closes the dialogs of the current one. */
export function useTab(tabs: Tab[]): [current: string, choose: (id: string) => void] {
  const { params, go } = useAddress();
  const asked = params.get('tab');
  const current = tabs.find((tab) => tab.id === asked)?.id ?? tabs[0]?.id ?? '';
  const choose = (id: string) => {
    go({ tab: id === tabs[0]?.id ? null : id, ride: null, booking: null, dialog: null, quote: null });
    window.scrollTo({ top: 0 });
  };
  return [current, choose];
}
