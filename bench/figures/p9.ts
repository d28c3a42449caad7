import { type Browser, chromium } from '@playwright/test';
import { type Account, Api } from '../../e2e/support/api';
import { startBoli } from '../../e2e/support/server';
import { build } from '../../scripts/build.mjs';
import { chromiumArgs, findChromium } from '../../scripts/chromium.mjs';
import type { Effort, Figure, Row } from '../figure';
import { startBarePage } from '../p9/bare-page';
import { type FirstRow, type Load, loadHome, loadSignIn } from '../p9/phone';
import { addedCode, codeOf, mapCode } from '../p9/sizes';
import { ratios, spreadOf } from '../statistics';

/** The goals in bytes: `/auth`, and what the home screen of each role may add without its map. */
const SIGN_IN_BYTES = 210_000;
const HOME_BYTES = 110_000;

const PICKUP = 'Connaught Place';
/** What is seen first on the home screen of each role: a request in a list, for admins the page's heading. */
const firstRows = {
  customer: { kind: 'a', words: PICKUP },
  driver: { kind: 'article', words: PICKUP },
  admin: { kind: 'h1', words: 'Admin Dashboard' },
} as const satisfies Record<string, FirstRow>;
const roles = ['customer', 'driver', 'admin'] as const;
type Role = (typeof roles)[number];

/** What one round has loaded. The baseline is loaded twice; the second load is the control. */
interface Round {
  signIn: Load;
  bareSignIn: Load;
  controlSignIn: Load;
  home: Record<Role, Load>;
  bareHome: Load;
  controlHome: Load;
}

interface Pages {
  url: string;
  bareUrl: string;
  accounts: Record<Role, Account>;
}

async function measureRound(browser: Browser, { url, bareUrl, accounts }: Pages): Promise<Round> {
  const home = (role: Role) => loadHome(browser, accounts[role], url, firstRows[role]);
  const bareHome = () => loadHome(browser, accounts.customer, bareUrl, firstRows.customer);
  return {
    bareSignIn: await loadSignIn(browser, bareUrl),
    signIn: await loadSignIn(browser, url),
    controlSignIn: await loadSignIn(browser, bareUrl),
    home: { customer: await home('customer'), driver: await home('driver'), admin: await home('admin') },
    bareHome: await bareHome(),
    controlHome: await bareHome(),
  };
}

/** A row of bytes against a limit, with the bytes of the baseline's page beside them. */
function sizeRow(name: string, limit: number, bytes: readonly number[], bare: readonly number[]): Row {
  const median = (values: readonly number[]) => spreadOf(values).median / 1_000;
  return {
    name: `${name}, against ${limit / 1_000} kB`,
    ratio: spreadOf(bytes.map((each) => each / limit)),
    goal: 1,
    shown: { product: `${median(bytes).toFixed(1)} kB`, baseline: `${median(bare).toFixed(1)} kB` },
  };
}

/** A row of times against the times of the baseline. */
function timeRow(name: string, loads: readonly Load[], bare: readonly Load[], control: readonly Load[]): Row {
  const times = (of: readonly Load[]) => of.map(({ ready }) => ready);
  const median = (of: readonly Load[]) => `${spreadOf(times(of)).median.toFixed(0)} ms`;
  return {
    name,
    ratio: ratios(times(loads), times(bare)),
    control: ratios(times(control), times(bare)),
    shown: { product: median(loads), baseline: median(bare) },
  };
}

/** The share of the map's code that is requested before a map is shown. Throws if no page has loaded a map. */
function mapRow(rounds: readonly Round[]): Row {
  const shares = rounds.map(({ signIn, home }) => {
    const pages = [mapCode(signIn), ...roles.map((role) => mapCode(home[role]))];
    const all = Math.max(...pages.map((page) => page.all));
    if (all === 0) throw new Error('no page has loaded the code of its map');
    return (mapCode(signIn).all + pages.reduce((sum, page) => sum + page.early, 0)) / all;
  });
  const name = "share of the map's code that is requested before a map is shown";
  return { name, ratio: spreadOf(shares), goal: 0, shown: {} };
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const all = <T>(of: (round: Round) => T) => rounds.map(of);
  const bareBytes = all(({ bareSignIn }) => codeOf(bareSignIn));
  const signIns = all(({ signIn }) => codeOf(signIn));
  const added = (role: Role) => all(({ home, signIn }) => addedCode(home[role], signIn));
  const [bareHomes, controls] = [all(({ bareHome }) => bareHome), all(({ controlHome }) => controlHome)];
  const first = (role: Role) => all(({ home }) => home[role]);
  return [
    sizeRow('/auth, compressed script and style', SIGN_IN_BYTES, signIns, bareBytes),
    ...roles.map((role) => sizeRow(`what the ${role}'s home adds without map`, HOME_BYTES, added(role), bareBytes)),
    mapRow(rounds),
    timeRow(
      '/auth, time to interactive',
      all(({ signIn }) => signIn),
      all(({ bareSignIn }) => bareSignIn),
      all(({ controlSignIn }) => controlSignIn),
    ),
    timeRow("the customer's home, first row of the list", first('customer'), bareHomes, controls),
    timeRow("the driver's home, first row of the list", first('driver'), bareHomes, controls),
  ];
}

async function peopleOf(url: string) {
  const api = new Api(url);
  const [customer, driver] = [await api.person('customer', 'Asha Verma'), await api.driver('Ravi Kumar')];
  return {
    accounts: { customer, driver, admin: await api.person('admin', 'Meera Iyer') },
    rows: [await api.ride(customer, PICKUP)],
  };
}

async function measure({ rounds }: Effort, report: (line: string) => void): Promise<Row[]> {
  if (!(await build())) throw new Error('the build failed');
  const boli = await startBoli();
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: chromiumArgs, env: { ...process.env, ...env } });
  let bare: Awaited<ReturnType<typeof startBarePage>> | null = null;
  try {
    const { accounts, rows } = await peopleOf(boli.url);
    bare = await startBarePage(rows);
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      const one = await measureRound(browser, { url: boli.url, bareUrl: bare.url, accounts });
      const { signIn, bareSignIn, home, bareHome } = one;
      report(
        `round ${round}: /auth ${signIn.ready.toFixed(0)} ms (baseline ${bareSignIn.ready.toFixed(0)}), ` +
          `customer ${home.customer.ready.toFixed(0)} ms, driver ${home.driver.ready.toFixed(0)} ms ` +
          `(baseline ${bareHome.ready.toFixed(0)})`,
      );
      measured.push(one);
    }
    return rowsOf(measured);
  } finally {
    await browser.close();
    await bare?.stop();
    await boli.stop();
  }
}

/**
 * Measures the first load on a slow phone in a real browser. The limits that the load must keep are tested by
 * e2e/first-load and e2e/first-paint.
 */
export const p9: Figure = {
  name: 'p9',
  title: 'P9: the first load on a slow phone (4x slower processor, 1.6 Mb/s)',
  baseline: 'a page of React, router and socket.io-client alone, or the limit in the line',
  measure,
};
