import { fileStamp } from './file-stamp';

/** The exported file's name. */
export function chatFileName(title: string, atMs: number, extension: 'json' | 'md'): string {
  const name = title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${name === '' ? 'chat' : name}_${fileStamp(atMs)}.${extension}`;
}
