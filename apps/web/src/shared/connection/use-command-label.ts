import { useTranslation } from 'react-i18next';

type About = { readonly what: string; readonly name: string };

/** Describes a waiting command: "201号室の呼び出しへの対応". */
export function useCommandLabel(): (about: About) => string {
  const { t, i18n } = useTranslation('offline');
  return ({ what, name }) => {
    // Checked at run time: another version of the product may have stored the command.
    const key = (
      i18n.exists(`commands.${what}`, { ns: 'offline' }) ? `commands.${what}` : 'commands.change'
    ) as 'commands.change';
    return t(key, { name });
  };
}
