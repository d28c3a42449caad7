import { allLanguages } from '@boli/shared/core/messages';
import { languages } from '@boli/shared/messages/languages';
import { chooseLanguage, useLanguage } from '../core/language';
import { errorText, t } from '../core/t';
import { toast } from '../core/toast';
import { Segments } from './Segments';

/** The language switch: every language by its own name; `bare` is the variant for a picture as background. */
export function LanguageSwitch({ bare = false }: { bare?: boolean }) {
  const language = useLanguage((page) => page.language);
  return (
    <Segments
      legend={t('language.choose')}
      options={allLanguages().map((value) => ({ value, label: languages[value].name, lang: value }))}
      value={language}
      look={bare ? 'bare' : 'track'}
      onChoose={(next) => chooseLanguage(next).catch((error) => toast.error(errorText(error, 'language.failed')))}
    />
  );
}
