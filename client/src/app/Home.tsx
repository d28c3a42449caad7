import { type ComponentType, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { claimDrafts } from '../core/draft';
import { afterFirstView } from '../core/early';
import { onPushOpened, startPush } from '../core/push';
import { useSession } from '../core/session';
import { startSocket } from '../core/socket';
import { addHomeTexts } from './home-texts';
import { startLastKnown } from './last-known';
import { lazyPart } from './lazy-part';
import { bindRealtime } from './realtime';
import { SuspendedHome } from './SuspendedHome';
import { Waiting } from './Waiting';
import './styles-dashboards';

// A dashboard is shown together with the tab that is open at first: both are in the same built file
// (`client/chunks.ts`).
const dashboards = {
  customer: lazyPart(
    async () => {
      const { CustomerDashboard, CustomerRides, applyEarlyRows } = await import('./CustomerDashboard');
      await Promise.all([CustomerRides.preload(), applyEarlyRows()]);
      return CustomerDashboard;
    },
    { waiting: <Waiting /> },
  ),
  driver: lazyPart(
    async () => {
      const [texts, { DriverDashboard }, { DriverOffers }] = await Promise.all([
        import('./driver-texts'),
        import('./DriverDashboard'),
        import('./OpenOffers'),
      ]);
      texts.addDriverTexts();
      await DriverOffers.preload();
      return DriverDashboard;
    },
    { waiting: <Waiting /> },
  ),
  admin: lazyPart(
    async () => {
      const [texts, realtime, part] = await Promise.all([
        import('./admin-texts'),
        import('./admin-realtime'),
        import('./AdminDashboard'),
      ]);
      texts.addAdminTexts();
      realtime.bindAdminRealtime();
      return part.AdminDashboard;
    },
    { waiting: <Waiting /> },
  ),
} satisfies Record<string, ComponentType>;

addHomeTexts();
bindRealtime();
// A driver's open requests come over the socket, so it connects immediately. The pages of customers and admins first
// read their rows by HTTP, so their socket connects later; the rows are then read again.
if (useSession.getState().user?.role === 'driver') startSocket();
else void afterFirstView().then(startSocket);
startLastKnown();
startPush();

/** The dashboard of the signed-in user's role, or the page of a suspended user. */
export function Home() {
  const user = useSession((session) => session.user);
  const id = user?.id;
  useEffect(() => {
    if (id) claimDrafts(id);
  }, [id]);
  const navigate = useNavigate();
  useEffect(() => onPushOpened((url) => void navigate(url)), [navigate]);
  if (!user) return <Waiting />;
  if (user.suspension) return <SuspendedHome user={user} reason={user.suspension.reason} />;
  const Dashboard = dashboards[user.role];
  return <Dashboard key={user.id} />;
}
