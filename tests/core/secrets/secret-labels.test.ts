import { expect, it } from 'vitest';
import { sensitivityOfLabel } from '@/src/core/secrets/secret-labels';

it.each(
  [
    'Password|Passwort|Kennwort|Mot de passe|Contraseña|Senha|Wachtwoord|Lösenord|Adgangskode|Salasana|Hasło|Heslo|Jelszó|Parolă|Şifre',
    'Пароль|Лозинка|Κωδικός πρόσβασης|סיסמה|كلمة المرور|گذرواژه|पासवर्ड|รหัสผ่าน|Mật khẩu|Kata sandi|密码|密碼|パスワード|비밀번호|newPasswd|passphrase',
    'PIN|PIN-Code|Verification code|Code de vérification|Sicherheitscode|Einmalcode|OTP|2FA|驗證碼|認証コード|인증번호|Код',
    'Card number|cardNumber|cardnumber|CVV|CVC2|Kartennummer|Karte-Nummer|Kartnummer|Kortnummer|Kort-nummer|Kartennr.|Kaartnummer|Korttinumero|CVC-kod|Numéro de carte|Número de tarjeta|Numero della carta|Cartão|Номер карты|信用卡号|カード番号|카드 번호|Credit card',
    'db-pw|pw|PW2|userPw|dbpw|db_pwd1|pass|pass1|DB_PASS|psw|mypsw|creds|aws-creds|cred2|session id|sessionId|JSESSIONID|PHPSESSID|sid|sid_2|connection string|ConnectionStrings|connStr|dsn|pin2|cvv1',
    'Client secret|Secreto|Geheimnis|Секрет|recovery phrase',
    'Phrase secrète|Clé secrète|Bekreftelseskode|Godkendelseskode|Verifieringskod|Engangskode|Varmistuskoodi|Cod de securitate|Numărul cardului|מספר כרטיס|कार्ड नंबर|Số thẻ|安全コード|Mật mã',
  ].flatMap((line) => line.split('|')),
)('the label %s makes any value secret', (label) => expect(sensitivityOfLabel(label)).toBe('secret'));

/** Names of a password in the translations of Chrome and Firefox, by their locale. */
const PASSWORDS =
  'am የይለፍ ቃል|an Clau|ar كلمة المرور|as পাছৱৰ্ড|ast Contraseña|az Parol|az Şifrə|be Пароль|bg Парола|bn পাসওয়ার্ড|bo གསང་ཚིག|br Ger-tremen|brx पासवर्ड|bs Lozinka|ca Contrasenya|ckb وشەی نهێنی|cs Heslo|cy Cyfrinair|da Adgangskode|de Passwort|dsb Gronidło|el Κωδικός|en Password|eo Pasvorto|es Contraseña|et Parool|eu Pasahitza|fa گذرواژه|fa رمز عبور|fi Salasana|fr Mot de passe|fy Wachtwurd|ga Focal faire|ga Pasfhocal|gd Facal-faire|gl Contrasinal|gu પાસવર્ડ|he סיסמה|hi पासवर्ड|hr Lozinka|hr Zaporka|hsb Hesło|hu Jelszó|hy Գաղտնաբառ|ia Contrasigno|id Sandi|id Kata sandi|is Lykilorð|is Aðgangsorð|it Parola|ja パスワード|ka პაროლი|kk Құпия сөз|kk Құпиясөз|km ពាក្យសម្ងាត់|kn ಪಾಸ್\u200cವರ್ಡ್|ko 비밀번호|ky Сырсөз|lb Passwuert|lij Paròlla segreta|lo ລະຫັດຜ່ານ|lt Slaptažodis|lv Parole|mk Лозинка|ml പാസ്\u200cവേഡ്|mn Нууц үг|mr पासवर्ड|ms Kata laluan|my စကားဝှက်|nb Passord|ne पासवर्ड|nl Wachtwoord|oc Senhal|or ପାସୱାର୍ଡ|pa ਪਾਸਵਰਡ|pl Hasło|ps پټنوم|pt Senha|pt Palavra-passe|rm Pled-clav|ro Parolă|ru Пароль|sat ᱫᱟᱱᱟᱝ ᱥᱟᱵᱟᱫᱽ|sc Crae|si මුරපදය|sk Heslo|skr پاس ورڈ|sl Geslo|sq Fjalëkalimi|sr Лозинка|sv Lösenord|sw Nenosiri|szl Hasło|ta கடவுச்சொல்|te పాస్\u200cవర్డ్|tg Гузарвожа|th รหัสผ่าน|tr Şifre|uk Пароль|ur پاس ورڈ|uz Parol|vi Mật khẩu|xh Iphasiwedi|zh-CN 密码|zh-TW 密碼|zu Iphasiwedi';

it.each(
  PASSWORDS.split('|').map((entry) => [
    entry.slice(0, entry.indexOf(' ')),
    entry.slice(entry.indexOf(' ') + 1),
  ]),
)('in %s, %s makes any value secret', (_, label) => expect(sensitivityOfLabel(label)).toBe('secret'));

it.each(
  'PSK|Wi-Fi PSK|PUK|Pre-shared key|Security answer|ccnum|Kart nömrəsi|Karta raqami|Hemlighet|Hemmelighed|Tajné|Tajemství|Salaisuus|Saladus|Titok|Slėpinys|Noslēpums|Rahasia|Gizli anahtar|Bí mật|ความลับ|Μυστικό|סוד|السر|Таємниця|गुप्त'.split(
    '|',
  ),
)('the secret %s makes any value secret', (label) => expect(sensitivityOfLabel(label)).toBe('secret'));

it.each(
  'API-Schlüssel|API キー|APIキー|Ключ API|Ключі API|คีย์ API|APIคีย์|API কী|APIকী|API விசை|API कुंजी|API की|API కీ|API 키|API密钥|API raktas|API atslēga|API võti|API-lykill|API giltza|API բանալի|مفتاح API|API کلید|Klucz API|Žeton|Gettone'.split(
    '|',
  ),
)('the key %s makes texts secret', (label) => expect(sensitivityOfLabel(label)).not.toBe('open'));

it.each(
  'Zugangstoken|Zugriffstoken|Toegangstoken|Accesstoken|私钥|API token|Access token|Management key|apiToken|Schlüssel|Clé|Chave|Ключ|密钥|APIキー|Token de acceso|Max tokens|토큰|Access Key ID'.split(
    '|',
  ),
)('the label %s makes texts secret', (label) => expect(sensitivityOfLabel(label)).not.toBe('open'));

it.each(
  'Tokenizer|Tokenization|Theme|Mathe|Mat mast|So the list is shorter|Numer cats|Godkendelser|Ingredients|Numeric category|Name|Has logo|Essen haben|Schlüsselwort|ключевые слова|Keyboard|Keyword|キーワード|Monkey|Codec|Encoding|Discard|Dashboard|Spinner|Compass|Bypass count|Trespass|Passage|Passenger list|Side|Sidebar|Upswing|Sacred|Credit limit|Incredible|Session idle timeout|Max sessions|Session idea|Connection strength|Connections|Stringency|Top 10|Thousands index|Tokyo|Städte|検索|搜索|Combi material|Группа роль|السرعة|スキーマ|キーボード|คีย์บอร์ด|Max accounts|Tajikistan|Kartnamn|Kartenreihenfolge|Start number'.split(
    '|',
  ),
)('the label %s makes nothing secret', (label) => expect(sensitivityOfLabel(label)).toBe('open'));
