import { type Sensitivity, sensitivityOf } from './sensitive-name';

// Words for passwords, codes, payment cards and keys in the languages that browsers are translated into. An ambiguous
// label counts as sensitive: the user can still tell the model what it doesn't read.

/**
 * Parts that make a label secret wherever they occur. The label is in lower case, Latin letters without accents,
 * with a blank only between words of a script that has cases.
 */
const SECRET_PARTS = new RegExp(
  [
    // Passwords
    'pass.?(?:w?or[dt]|wuert|code|key)|kennwort|mots?.de.passe|contras[ei]|wachtw[ou]|losenord|adgangskode|salasana|lykilor|aðgangsorð|f[ao]cal.?faire|ger.?tremen|pled.?clav|phasiwedi',
    'h[ae]s[lł][oa]|gronid[lł]o|jelszo|paroo?l|senha|palavra.passe|sifr[eə]|lozink|zaporka|geslo|fjalekalim|mat.?khau|kata.laluan',
    'salasona|slapt|pasahitz|wagwoord|nenosir|pasfhocal|cyfrinair|pasvorto|парол|лозинк|құпия.?сөз|сырсөз|гузарвожа|нууц.?үг',
    'συνθηματικ|κωδικ|סיסמ|كلمة(?:المرور|السر)|رمز|گذرواژه|پاسو[رڑ][دڈ]|پټنوم|نهێنی|पासव|পা[সছ][ওৱ]|கடவு|రహస్య|รหัส|გასაღებ|პაროლ|საიდუმლო|գաղտն',
    'የይለፍ|પાસવ|ಪಾಸ್ವ|പാസ്വ|పాస్వ|ਪਾਸਵ|ପାସୱ|གསང|ᱫᱟᱱᱟᱝ',
    '密[码碼]|口令|パス[ワコ]|暗証|암호|សម្ងាត់|ဝှက်|ລະຫັດ|මුරපද',
    // Secrets
    'geheim|hem(?:me)?lig|pre.?shared|segre[td]|tajn|tajemstv|salaisuu|saladus|titok|slepin|noslepum|rahasia|gizli|\\bbi.mat\\b|mat.ma\\b|μυστικ|таємн|тајн|ความลับ|गुप्त|গোপন|ரகசிய|секрет|[秘机機]密|シークレット|비밀|시크릿|mnemonic|(?:seed|recovery).phrase',
    // Written as one word, as in names of fields
    '(?:psw|pwd?)(?![a-z])|sess(?:ion)?.?ids?\\b|conn(?:ection)?.?str(?:ing)?s?\\b',
    // Codes
    '(?:security|verification|access|auth|one.?time|otp|backup|recovery).?(?:code|number|no\\b|answer)|zugangsdaten|anmeldedaten|(?:[gt]s|lses?|gangs?|ings?)[ck]od|einmalcode|prufnummer|prufziffer|cryptogramme',
    'he[dt]skod|(?:turva|us)koodi|tunnusluku|(?:验证|驗證|校[验驗]|安全)[码碼]|認証番号|(?:認証|確認|安全|ティ)コード|인증.?(?:번호|코드)|보안.?코드|ma.(?:xac|bao)',
    // Payment cards
    '(?:card|k(?:aa?|o)rt(?:en?|a|ti)?).?(?:n(?:[or](?![a-z])|[ou]m)|raqam)|card.?(?:holder|exp)|ccnum|(?:credit|debit).?card|kredit?.?k[ao]rt|karteninhaber|num[ea]r(?:o|ul)?.(?:del*a?.|la.)*car[dt]|cart[ae].(?:bancaire|d[ei].credit)|tarjeta',
    'cartao|luottokort|(?:numer|cislo).karty|kartyaszam|bankkartya|номер.(?:карт|банк)|[用行]卡|卡[号號]',
    'トカード|カード番号|카드.?번호|신용.?카드|رقمالبطاقة|(?:אשראי|מספר)כרטיס|כרטיסאשראי|कार्डनंबर|شمارهکارت|บัตร|^so.the$|the.tin.dung|nomor.kartu|καρτας',
  ]
    .map((part) => foldedText(part))
    .join('|'),
);
/** Words that make a label secret only as whole words. */
const SECRET_WORDS = new Set(
  foldedText(
    'pin pins psk puk pass passe pswd sandi clau crae סוד السر سر سري mdp code codes cod codul codigo codice kod kodu kody kode koodi код кода кодове קוד کد कोड otp totp mfa 2fa tan pass psw pw cred creds sid dsn cvv cvv2 cvc cvc2 csc cvn cvd ccv cc card clave claves',
  ).split(' '),
);
/** Parts of labels whose values are secret if they are texts, but not if they are counts. */
const TOKEN_PARTS = new RegExp(
  foldedText(
    'tokens?\\b|schlussel(?!wort)|privat.?key|アクセスキー|(?<!ス)キー(?!ワ|ボ|マ)|暗号鍵|api(?:কী|కీ|ಕೀ|കീ|કી|की)|விசை(?!ப்)|คีย์(?!บ|เ)|բանալի|[密秘金私][钥鑰]|令牌|トークン|토큰|токен|sleutel|nyckel|nøkkel|nøgle|anahtar|κλειδι|مفتاح|מפתח|کلید|กุญแจ|कुंजी',
  ),
);
const TOKEN_WORDS = new Set(
  foldedText(
    'key keys jeton cle cles clef llave chiave chave avain klucz klic kluc kljuc ключ ключа ключи ключі кључ kulcs cheie kunci khoa 키 raktas atslega voti lykill giltza zeton gettone acar',
  ).split(' '),
);

/** Sensitivity of an input's value by a label, a name or a text beside it, in any of these languages. */
export function sensitivityOfLabel(label: string): Sensitivity {
  const names = foldedText(label.replace(/([a-z])([A-Z])/g, '$1 $2')).split(/[^\p{L}\p{N}\p{M}]+/u);
  // With and without digits: a word may be numbered, as in `pass1`, or have a digit of its own, as in `2fa`.
  const words = names.flatMap((name) => [name, ...name.split(/\d+/)]);
  const sensitivity = sensitivityOf(words.join(' '));
  if (sensitivity === 'secret') return sensitivity;
  // Blanks are removed in scripts without cases: some of these write none between words, others do so irregularly.
  const joined = names.join(' ').replace(/(?<!\p{Ll}) | (?!\p{Ll})/gu, '');
  if (SECRET_PARTS.test(joined) || words.some((word) => SECRET_WORDS.has(word))) return 'secret';
  return TOKEN_PARTS.test(joined) || words.some((word) => TOKEN_WORDS.has(word)) ? 'token' : sensitivity;
}

/** In lower case, without the accents of Latin, Greek and Cyrillic letters. */
function foldedText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC');
}
