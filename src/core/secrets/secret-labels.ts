import { type Sensitivity, sensitivityOf } from './sensitive-name';

// Words for passwords, codes, payment cards and keys in the languages that browsers are translated into. In doubt a label counts
// as sensitive: what the model doesn't read, the user can still tell it.

/** Secret anywhere in a label, in lower case, with a blank between words. Latin letters have no accents here. */
const SECRET_PARTS = new RegExp(
  [
    // Passwords
    'pass.?wor[dt]|pass.?code|pass.?key|pass.?phrase|kennwort|mots?.de.passe|contrasen|wachtwoord|losenord|adgangskode|passord|salasana|lykilor',
    'hasł[oa]|heslo|jelszo|parola|parole|senha|palavra.passe|sifre|lozink|zaporka|geslo|fjalekalim|mat.?khau|kata.(?:sandi|laluan)',
    'parool|salasona|slaptazod|contrasinal|pasahitz|wagwoord|nenosiri|pasfhocal|cyfrinair|pasvorto|пароль|парол[аи]|лозинк|құпиясөз|нууц.?үг',
    'συνθηματικ|κωδικ|סיסמ|كلمة.(?:المرور|السر)|رمز|گذرواژه|پاسورد|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்|రహస్యపదం|รหัส|გასაღებ|პაროლ|գաղտնաբառ',
    '密码|密碼|口令|パスワード|パスコード|暗証|비밀번호|암호|ពាក្យសម្ងាត់|လျှို့ဝှက်|ລະຫັດ|මුරපද',
    // Secrets
    'geheim|segreto|secreto|segredo|секрет|秘密|机密|機密|シークレット|비밀|시크릿|mnemonic|(?:seed|recovery).phrase',
    // Codes
    '(?:security|verification|access|auth|one.?time|otp|backup|recovery).?(?:code|number|no\\b)|sicherheitscode|bestatigungscode|zugangscode|einmalcode|prufnummer|prufziffer|cryptogramme',
    'sakerhetskod|sikkerhedskode|sikkerhetskode|turvakoodi|tunnusluku|beveiligingscode|验证码|驗證碼|校验码|校驗碼|安全码|安全碼|認証(?:コード|番号)|確認コード|セキュリティコード|인증.?(?:번호|코드)|보안.?코드|ma.(?:xac|bao)',
    // Payment cards
    'card.?n(?:o\\b|um|r)|card.?holder|card.?exp|credit.?card|debit.?card|kartennummer|kreditkarte|karteninhaber|numero.(?:(?:de|della?).)?(?:la.)?cart|carte.(?:bancaire|de.credit)|tarjeta|carta.di.credito',
    'cartao|kaartnummer|kortnummer|kreditkort|korttinumero|luottokort|numer.karty|cislo.karty|kartyaszam|bankkartya|номер.(?:карт|банк)|kart.numara|kredi.kart|信用卡|卡号|卡號|银行卡|銀行卡',
    'クレジットカード|カード番号|카드.?번호|신용.?카드|رقم.البطاقة|כרטיס.אשראי|شماره.کارت|บัตร|the.tin.dung|nomor.kartu|καρτας',
  ]
    .map((part) => foldedText(part))
    .join('|'),
);
/** Secret as a word of its own. */
const SECRET_WORDS = new Set(
  foldedText(
    'pin pins pass passwd pwd mdp code codes codigo codice kod kodu kody kode koodi код кода кодове קוד کد कोड otp totp mfa 2fa tan cvv cvv2 cvc cvc2 csc cvn cvd ccv cc card clave claves',
  ).split(' '),
);
/** Texts with such labels are secret, counts are not. */
const TOKEN_PARTS = new RegExp(
  foldedText(
    'schlussel(?!wort)|(?:api|secret|private|privat).?key|apiキー|秘密鍵|暗号鍵|アクセスキー|管理キー|密钥|密鑰|秘钥|金鑰|令牌|トークン|토큰|токен|sleutel|nyckel|nøkkel|nøgle|anahtar|κλειδι|مفتاح|מפתח|کلید|กุญแจ|कुंजी',
  ),
);
const TOKEN_WORDS = new Set(
  foldedText(
    'key keys token tokens jeton cle cles clef llave chiave chave avain klucz klic kluc kljuc ключ ключа kulcs cheie kunci khoa 키',
  ).split(' '),
);

/** Sensitivity of an input's value by a label, a name or a text beside it, in any of these languages. */
export function sensitivityOfLabel(label: string): Sensitivity {
  const own = sensitivityOf(label);
  if (own === 'secret') return own;
  const words = foldedText(label.replace(/([a-z])([A-Z])/g, '$1 $2')).split(/[^\p{L}\p{N}\p{M}]+/u);
  const joined = words.join(' ');
  if (SECRET_PARTS.test(joined) || words.some((word) => SECRET_WORDS.has(word))) return 'secret';
  return TOKEN_PARTS.test(joined) || words.some((word) => TOKEN_WORDS.has(word)) ? 'token' : own;
}

/** In lower case, without the accents of Latin, Greek and Cyrillic letters. */
function foldedText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC');
}
