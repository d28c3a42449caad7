import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { claimDrafts } from '../core/draft';
import { useSession } from '../core/session';
import { startSocket } from '../core/socket';
import { bindRealtime } from './realtime';
import { Waiting } from './Waiting';
import './styles-dashboards';

const dashboards = {
  customer: lazy(async () => ({ default: (await import('./CustomerDashboard')).CustomerDashboard })),
  driver: lazy(async () => ({ default: (await import('./DriverDashboard')).DriverDashboard })),
  admin: lazy(async () => ({ default: (await import('./AdminDashboard')).AdminDashboard })),
} satisfies Record<string, ComponentType>;

bindRealtime();
startSocket();

/** The dashboard of the role. */
export function Home() {
  const user = useSession((session) => session.user);
  const id = user?.id;
  useEffect(() => {
    if (id) claimDrafts(id);
  }, [id]);
  if (!user) return <Waiting />;
  const Dashboard = dashboards[user.role];
  return (
    <Suspense fallback={<Waiting />}>
      <Dashboard key={user.id} />
    </Suspense>
  );
}
