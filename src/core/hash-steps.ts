import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isJsonObject, type Json } from '@/src/schema/values/json';
import { canonicalJson } from './hash';

/** As `hashJson`, in steps: one for each member of an object. */
export function* hashSteps(value: Json): Generator<undefined, string, undefined> {
  const hash = sha256.create();
  for (const piece of canonicalPieces(value)) {
    hash.update(utf8ToBytes(piece));
    yield;
  }
  return bytesToHex(hash.digest());
}

/** The text of `canonicalJson` in pieces. */
function* canonicalPieces(value: Json): Generator<string> {
  if (!isJsonObject(value)) return yield canonicalJson(value);
  let separator = '{';
  for (const key of Object.keys(value).sort()) {
    yield `${separator}${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`;
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}
