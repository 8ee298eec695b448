import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { aiPage } from '#shared/brand.ts';
import { publicLink } from '#web/browser/language.ts';
import { chooseLanguage, otherLanguages } from '#web/browser/language.ts';
import dusk from '#web/illustrations/dusk-highway.svg';
import nightRoad from '#web/illustrations/night-interstate.svg';
import { consumeExpiredNotice } from '#web/session/session.ts';
import { rich, t, writeText } from '#web/texts/start.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './AuthLayout.module.css';

type SceneName = 'employer' | 'admin';

const sceneTexts: Record<SceneName, { title: string; text: string }> = {
  employer: {
    title: t('ui.employerSceneTitle'),
    text: t('ui.employerSceneText'),
  },
  admin: { title: t('ui.adminSceneTitle'), text: t('ui.adminSceneText') },
};

/** The layout of the sign-in pages: a road scene next to the card, hidden below 768 px (`docs/product/screens.md#frames`). */
export function AuthLayout({ scene = 'employer', children }: { scene?: SceneName; children: ReactNode }) {
  useEffect(() => {
    if (consumeExpiredNotice()) toast.warning(t('ui.sessionExpired'));
  }, []);
  const { title, text } = sceneTexts[scene];
  return (
    <div className={styles.split}>
      <aside className={styles.scene}>
        <img className={styles.picture} src={scene === 'admin' ? nightRoad : dusk} alt="" loading="lazy" />
        <Logo tone="onDark" />
        <div className={styles.words}>
          <p className={styles.title}>{title}</p>
          <p className={styles.text}>{text}</p>
        </div>
      </aside>
      <div className={styles.side}>
        <main className={styles.main}>
          <div className={styles.phoneBrand}>
            <Logo />
          </div>
          {children}
        </main>
        <footer className={styles.footer}>
          <div>
            {rich('ui.aiMatchingNote', {
              title: writeText(aiPage.title),
              a: (content) => <a href={publicLink(aiPage.path)}>{content}</a>,
            })}
          </div>
          {otherLanguages.map(({ code, name }) => (
            <button key={code} type="button" className={styles.language} lang={code} onClick={() => chooseLanguage(code)}>
              {name}
            </button>
          ))}
          <div>{t('ui.appVersion', { VITE_APP_VERSION: import.meta.env.VITE_APP_VERSION })}</div>
        </footer>
      </div>
    </div>
  );
}
