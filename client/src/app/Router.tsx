import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useSession } from '../core/session';
import { AuthScreen } from '../features/auth/AuthScreen';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { Waiting } from './Waiting';

const Home = lazy(async () => ({ default: (await import('./Home')).Home }));

function Guest({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  if (status === 'checking') return <Waiting />;
  return status === 'signed_in' ? <Navigate to="/" replace /> : children;
}

function Member({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  if (status === 'checking') return <Waiting />;
  return status === 'signed_out' ? <Navigate to="/auth" replace /> : children;
}

/** The two addresses of the product; every other leads to the first. */
export function Router() {
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
            <ErrorBoundary>
              <Suspense fallback={<Waiting />}>
                <Home />
              </Suspense>
            </ErrorBoundary>
          </Member>
        }
      />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
