/** Shorter values are not secrets, and removing every `1` would destroy a payload. */
const MIN_SECRET_LENGTH = 4;

/**
 * The forms in which a secret may occur in a payload, longest first because one may contain another: literal,
 * without a scheme (`Bearer `), inside JSON strings up to two levels deep, in an address or form, and in
 * Base64 of either alphabet at any byte offset.
 */
export function secretForms(secrets: readonly string[]): string[] {
  const forms = secrets
    .flatMap((secret) => [secret, secret.replace(/^\S+\s+/, '')])
    // The text to search may already have been joined into one line.
    .flatMap((secret) => [secret, secret.replaceAll(/\s+/g, ' ')])
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [secret, ...jsonForms(secret), ...addressForms(secret), ...base64Forms(secret)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** Returns a function that replaces every form of the secrets in a complete text by `mark`. */
export function secretMask(secrets: readonly string[], mark: string): (text: string) => string {
  const forms = secretForms(secrets);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, mark), text);
}

function jsonForms(secret: string): string[] {
  const once = inJson(secret);
  const spelt = [
    once,
    // Variants of some encoders: ASCII only, or with every slash escaped.
    once.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    once.replaceAll('/', '\\/'),
  ];
  return spelt.flatMap((form) => [form, inJson(form)]);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function addressForms(secret: string): string[] {
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  // A lone surrogate can't be percent-encoded, so it can't occur in an address.
  const encoded = /\p{Surrogate}/u.test(secret) ? [form] : [form, encodeURIComponent(secret)];
  return encoded.flatMap((text) => [text, text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);
}

function base64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((offset) => {
    const binary = '\0'.repeat(offset) + Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    // Only characters that depend on the secret alone: the first and the last one share bits with their
    // neighbours.
    const inner = btoa(binary).slice(Math.ceil((8 * offset) / 6), Math.floor((8 * binary.length) / 6));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
