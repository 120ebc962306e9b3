/** The messages of one language, by their keys in the browser; the values of its `messages.json`. */
export type ChromeMessages = Readonly<Record<string, { readonly message: string }>>;

/**
 * Reads messages as https://developer.chrome.com/docs/extensions/reference/api/i18n describes: a key of no message has an
 * empty text, `$1` to `$9` are the substitutions, and `$$` is a dollar sign.
 */
export function getMessageFrom(
  messages: ChromeMessages,
): (key: string, substitutions?: string | readonly string[]) => string {
  return (key, substitutions) =>
    (messages[key]?.message ?? '').replace(/\$(\$|[1-9])/g, (_, sign: string) =>
      sign === '$' ? '$' : ([substitutions].flat()[Number(sign) - 1] ?? ''),
    );
}
