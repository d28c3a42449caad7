import { useState } from 'react';
import { useAddress } from '../../core/address-bar';
import { readDraft, writeDraft } from '../../core/draft';
import { useSession } from '../../core/session';
import { t } from '../../core/t';
import { clearErrorsOfLastScreen } from '../../core/toast';
import { FairnessLink } from '../../ui/FairnessLink';
import { LanguageSwitch } from '../../ui/LanguageSwitch';
import { Logo } from '../../ui/Logo';
import { Notices } from '../../ui/Notices';
import { SuspensionNote } from '../../ui/SuspensionNote';
import { ThemeSwitch } from '../../ui/ThemeSwitch';
import { AuthCard } from './AuthCard';
import { AuthPicture } from './AuthPicture';
import classes from './AuthScreen.module.css';
import { type AuthTab, AuthTabs, TAB_DRAFT } from './AuthTabs';
import { ConfirmEmail } from './ConfirmEmail';
import { ForgotPassword } from './ForgotPassword';
import { LoginForm } from './LoginForm';
import { RegisterForm } from './RegisterForm';
import { ResetPassword } from './ResetPassword';

/** The tabs Login and Register (specification, section 2); typed values outlast a change of tab and a reload. */
function SignIn({ cameBack, onForgot }: { cameBack: boolean; onForgot: () => void }) {
  const [tab, setTab] = useState<AuthTab>(() =>
    readDraft(TAB_DRAFT, { tab: 'login' }).tab === 'register' ? 'register' : 'login',
  );
  const suspended = useSession((session) => session.suspended);
  const choose = (next: AuthTab) => {
    writeDraft(TAB_DRAFT, { tab: next });
    clearErrorsOfLastScreen();
    setTab(next);
  };
  return (
    <AuthCard title={t('auth.welcome')} subtitle={t('auth.subtitle')} focusTitle={cameBack} isNews={false}>
      {suspended && <SuspensionNote>{suspended}</SuspensionNote>}
      <AuthTabs tab={tab} onChange={choose}>
        {tab === 'login' ? <LoginForm onForgot={onForgot} /> : <RegisterForm />}
      </AuthTabs>
    </AuthCard>
  );
}

/**
 * The form that the URL asks for: that of a link in a mail (`?reset=`, `?confirm=`), of a forgotten password
 * (`?forgot=1`), or else the sign-in.
 */
function AuthForm() {
  const { params, go } = useAddress();
  const [reset, confirm] = [params.get('reset'), params.get('confirm')];
  const [cameBack, setCameBack] = useState(false);
  const back = () => {
    setCameBack(true);
    go({ reset: null, confirm: null, forgot: null }, { replace: true });
  };
  if (reset !== null) {
    return (
      <ResetPassword token={reset} onDone={back} onAgain={() => go({ reset: null, forgot: '1' }, { replace: true })} />
    );
  }
  if (confirm !== null) return <ConfirmEmail token={confirm} onDone={back} />;
  if (params.has('forgot')) return <ForgotPassword onBack={back} />;
  return <SignIn cameBack={cameBack} onForgot={() => go({ forgot: '1' })} />;
}

/** The page of signed-out users, and of the links in mails. */
export function AuthScreen() {
  return (
    <div className={classes.screen}>
      <header className={classes.panel}>
        <AuthPicture />
        <div className={classes.brand}>
          <Logo size={48} paper />
          <h1 data-clear-of-toasts className={classes.name}>
            {t('shell.name')}
          </h1>
          <p className={classes.tagline}>{t('shell.tagline')}</p>
        </div>
        <div className={classes.kinari} />
      </header>
      <section className={classes.tools} aria-label={t('shell.language_and_look')}>
        <LanguageSwitch bare />
        <ThemeSwitch className={classes.theme ?? ''} />
      </section>
      <main className={classes.form}>
        <AuthForm />
        <Notices inPage />
        <footer className={classes.foot}>
          <FairnessLink />
        </footer>
      </main>
    </div>
  );
}
