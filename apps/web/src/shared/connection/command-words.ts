import { useTranslation } from 'react-i18next';

type About = { readonly what: string; readonly name: string };

/** "201号室の呼び出しへの対応": what a command that waits is about. */
export function useCommandWords(): (about: About) => string {
  const { t, i18n } = useTranslation('offline');
  return ({ what, name }) => {
    // Asked at run time: a command may have been kept by another version of the product.
    const key = (
      i18n.exists(`commands.${what}`, { ns: 'offline' }) ? `commands.${what}` : 'commands.change'
    ) as 'commands.change';
    return t(key, { name });
  };
}
