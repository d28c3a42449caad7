import type { ReactNode } from 'react';
import { useAddress } from '../core/address-bar';
import { useDesktop } from '../core/screen';
import { useSession } from '../core/session';
import { t } from '../core/t';
import { RowsSkeleton } from '../ui/RowsSkeleton';
import { MapStage } from '../ui/stage/MapStage';
import type { StageView } from '../ui/stage/stage-map';
import classes from './CustomerHome.module.css';
import { Welcome } from './Welcome';

/** The lowest snap, at which the sheet shows little more than the search for a place and the customer's places. */
export const PEEK = 0;
/** The snap at which the sheet opens. */
export const FIRST_SNAP = 1;

interface HomeFrameProps {
  map: StageView | null;
  corner?: ReactNode;
  snap: number;
  onSnap: (snap: number) => void;
  children: ReactNode;
}

/** The home screen of a phone below the page's floating header: the map, and a sheet with the welcome. */
export function HomeFrame({ map, corner, snap, onSnap, children }: HomeFrameProps) {
  const name = useSession((session) => session.user?.name ?? '');
  return (
    <MapStage
      label={t('home.sheet')}
      map={map}
      above={<div className={classes.head} />}
      corner={corner}
      overTabs
      snap={snap}
      onSnap={onSnap}
      sheetHeader={
        <Welcome
          title={t('shell.welcome', { name })}
          subtitle={t('shell.customer_subtitle')}
          className={snap === PEEK ? 'visually-hidden' : undefined}
        />
      }
    >
      {children}
    </MapStage>
  );
}

/** The placeholder of My Rides while its code is loaded. */
export function HomeWaiting() {
  const desktop = useDesktop();
  const { params } = useAddress();
  if (desktop || params.has('ride')) return <RowsSkeleton />;
  return (
    <HomeFrame map={null} snap={FIRST_SNAP} onSnap={() => undefined}>
      <RowsSkeleton />
    </HomeFrame>
  );
}
