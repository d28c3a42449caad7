import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useAddress } from '../core/address-bar';
import { useSession } from '../core/session';
import { AuthScreen } from '../features/auth/AuthScreen';
import { lazyPart } from './lazy-part';
import { useErrorToasts } from './use-error-toasts';
import { Waiting } from './Waiting';

const Home = lazyPart(async () => (await import('./Home')).Home, { waiting: <Waiting /> });

function Guest({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  const { params } = useAddress();
  // Links of mails work for signed-in and signed-out users.
  if (params.has('reset') || params.has('confirm')) return children;
  if (status === 'checking') return <Waiting />;
  return status === 'signed_in' ? <Navigate to="/" replace /> : children;
}

function Member({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  if (status === 'checking') return <Waiting />;
  return status === 'signed_out' ? <Navigate to="/auth" replace /> : children;
}

/** The two routes of the app; every other path redirects to the first. */
export function Router() {
  useErrorToasts();
  return (
    <Routes>
      <Route
        path="/auth"
        element={
          <Guest>
            <AuthScreen />
          </Guest>
        }
      />
      <Route
        path="/"
        element={
          <Member>
            <Home />
          </Member>
        }
      />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
