import { useState } from 'react';
import { readDraft, writeDraft } from '../../core/draft';
import { t } from '../../core/t';
import { Logo } from '../../ui/Logo';
import { Notices } from '../../ui/Notices';
import { ThemeSwitch } from '../../ui/ThemeSwitch';
import { AuthPicture } from './AuthPicture';
import classes from './AuthScreen.module.css';
import { type AuthTab, AuthTabs, TAB_DRAFT } from './AuthTabs';
import { LoginForm } from './LoginForm';
import { RegisterForm } from './RegisterForm';

/** Login and registration (specification, section 2): what was typed survives the tabs and a reload. */
export function AuthScreen() {
  const [tab, setTab] = useState<AuthTab>(() =>
    readDraft(TAB_DRAFT, { tab: 'login' }).tab === 'register' ? 'register' : 'login',
  );
  const choose = (next: AuthTab) => {
    writeDraft(TAB_DRAFT, { tab: next });
    setTab(next);
  };
  return (
    <div className={classes.screen}>
      <header className={classes.panel}>
        <AuthPicture />
        <div className={classes.brand}>
          <Logo size={48} paper />
          <h1 className={classes.name}>{t('shell.name')}</h1>
          <p className={classes.tagline}>{t('shell.tagline')}</p>
        </div>
        <div className={classes.kinari} />
      </header>
      <ThemeSwitch className={classes.theme ?? ''} />
      <main className={classes.form}>
        <section className={classes.card} aria-labelledby="welcome">
          <h2 id="welcome" className={classes.welcome}>
            {t('auth.welcome')}
          </h2>
          <p className={classes.subtitle}>{t('auth.subtitle')}</p>
          <AuthTabs tab={tab} onChange={choose}>
            {tab === 'login' ? <LoginForm /> : <RegisterForm />}
          </AuthTabs>
        </section>
        <Notices inPage />
      </main>
    </div>
  );
}
