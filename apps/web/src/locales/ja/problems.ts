/**
 * Problems by code: what happened and what to do next. Those before sign-in are in the first part.
 */
export const problems = {
  'document-not-found': 'データが見つかりません。削除されたか、見る権限がない可能性があります。',
  'document-conflict': 'ほかの人が先に変更しました。最新の内容を確認して、やり直してください。',
  'document-exists': '同じ名前のデータがすでにあります。別の名前にしてください。',
  'document-invalid': '入力内容に誤りがあります。印の付いた項目を確認してください。',
  'query-refused': 'この一覧を見る権限がありません。',
  'limit-device-rate':
    '機器の送信が、種類で決めた速さを超えています。再開の時刻は機器に伝えています。',
  'limit-batch': '一度に処理できる数を超えています。数を減らしてお試しください。',
  'document-forbidden': 'この操作を行う権限がありません。',
  'document-key-taken': 'この名前または番号は、すでに使われています。別のものにしてください。',
  'document-in-use': 'ほかのデータから使われているため、削除できません。',
  'document-bare': 'データの形が壊れているため、表示できません。管理者に連絡してください。',
  'field-refused': '変更できない項目が含まれています。',
  'query-too-wide': '絞り込みの条件が多すぎます。条件を減らしてください。',
  'collection-unknown': 'このデータは扱えません。ページを再読み込みしてください。',
  'device-not-found': '機器が見つかりません。製造番号を確認してください。',
  'device-gone': 'この機器は取り外されました。機器の設定を確認してください。',
  'account-exists': 'このメールアドレスはすでに登録されています。',
  'password-too-short': 'パスワードが短すぎます。もっと長くしてください。',
  'password-too-long': 'パスワードが長すぎます。短くしてください。',
  'password-too-common': 'よく使われるパスワードです。別のものにしてください。',
  'limit-subscriptions': '同時に開ける数を超えています。使っていない画面を閉じてください。',
  'limit-watches': '同時に見られる機器の数を超えています。使っていない画面を閉じてください。',
  'limit-length': '行が多すぎます。{{limit}}行までに分けてください。',
  'limit-size': 'データが大きすぎます。小さくしてお試しください。',
  'limit-fields': '一度に変更できる項目は{{limit}}件までです。分けて保存してください。',
  'limit-keys': '保存できる項目は{{limit}}件までです。項目を減らしてください。',
  'limit-values': '一度に追加・削除できる値は{{limit}}件までです。分けて保存してください。',
  'ingest-unavailable': '機器からの受信が止まっています。まもなく自動で戻ります。',
  'bus-disconnected': 'サーバー間の接続が切れています。まもなく自動で戻ります。',
  'feed-failed': '更新の受信が止まりました。もう一度お試しください。',
  'media-type-refused': 'この種類のファイルは扱えません。',
  'limit-commands': '送信待ちの操作が多すぎます。通信が戻ってから、もう一度お試しください。',
  'command-key-taken':
    'この操作は、別の内容ですでに送られています。内容を確認して、やり直してください。',
  'command-key-invalid': '操作を送れませんでした。ページを再読み込みして、やり直してください。',
  'confirmation-required': '本人の確認が必要です。もう一度確認してから続けてください。',
  'password-wrong': 'パスワードが違います。確認して、もう一度入力してください。',
  'confirmation-failed': '確認できませんでした。入力を見直して、もう一度お試しください。',
  'last-factor-refused':
    '組織が二段階認証を必須にしているため、最後の一つは削除できません。先に別の方法を追加してください。',
  'passkey-exists': 'このパスキーはすでに登録されています。',
  'provider-account-taken': 'このアカウントは、別の人のアカウントに連携されています。',
  'provider-account-exists':
    'このサインイン方法では、別のアカウントがすでに連携されています。先にその連携を解除してください。',
  'provider-last': '最後のサインイン方法は解除できません。先に別の方法を追加してください。',
  'provider-invalid': 'そのサインイン方法は連携されていません。',
  'saml-provider-exists': 'この ID は使われています。別の ID にしてください。',
  'saml-certificate-invalid':
    '証明書を読み取れません。2048 ビット以上の RSA 証明書（PEM 形式）を貼り付けてください。',
  'address-unproven': 'メールアドレスの確認が必要です。届いたメールのアドレスから続けてください。',
  'anonymous-refused': 'ゲストとしての利用は受け付けていません。',
  'domain-move-forbidden': 'この組織を移す権限がありません。',
  'domain-below-itself-invalid': '自分自身や、その下にある組織の下には移せません。',
  'domain-tree-invalid': '別の系列の組織の下には移せません。最上位の組織も移せません。',
  'domain-depth-invalid': '組織の階層が深すぎます。もっと上の組織を選んでください。',
  'domain-tree-conflict':
    'ほかの人が組織の並びを変更しました。最新の内容を確認して、やり直してください。',
  'domain-in-use':
    '部屋・機器・職員・下の組織が{{count}}件残っているため、削除できません。先に移すか削除してください。',
  'domain-part-limit-reached':
    '一つの組織のすぐ下に作れる組織は{{limit}}件までです。別の組織の下に作ってください。',
  'view-in-use': '{{count}}件の組織や部屋で使われているため、削除できません。',
  'job-not-found': 'この仕事はもうありません。一覧を読み込み直してください。',
  'job-state-conflict':
    'この仕事は、いまはやり直せません。動いているか、同じ仕事がすでに待っています。',
  'job-retry-invalid': 'この種類の仕事は、ここからやり直せません。',
  'device-type-in-use': '{{count}}台の機器がこの機種なので、削除できません。',
  'device-type-code-in-use': '{{count}}台の機器がこの機種なので、コードは変えられません。',
  'device-type-streams-in-use':
    '{{count}}台の機器がこの機種です。記録の意味が変わるため、信号 {{streams}} は変更も削除もできません。新しい機種を作ってください。',
  'domain-not-found': '組織が見つかりません。削除されたか、見る権限がない可能性があります。',
  'domain-registration-refused':
    '組織の登録は、招待を受けた方だけが行えます。招待コードをお持ちでないときは、販売元に連絡してください。',
  'invitation-elsewhere':
    'この招待は別の組織のものです。受け取ったアドレスをもう一度開いてください。',
  'invitation-expired':
    'この招待は期限が切れています。招待した人に、もう一度送ってもらってください。',
  'invitation-forbidden': 'この権限の招待を作ることはできません。',
  'invitation-not-found':
    '招待が見つかりません。アドレスやコードに間違いがないか確認してください。',
  'invitation-revoked': 'この招待は取り消されています。招待した人に確認してください。',
  'invitation-used': 'この招待はすでに使われています。参加済みの方は、サインインしてください。',
  'limit-registration':
    '試した回数が多いため、しばらく受け付けられません。15分ほどおいてお試しください。',
  'link-expired': 'このリンクは期限が切れています。もう一度、最初からお手続きください。',
  'link-forbidden':
    'このリンクは別のアカウントのものです。手続きを始めたアカウントでサインインして、もう一度開いてください。',
  'link-not-found':
    'リンクが正しくありません。届いたアドレスを、最後まで開いているか確認してください。',
  'link-revoked': 'このリンクは取り消されています。送った人に確認してください。',
  'link-used': 'このリンクはすでに使われています。1回だけ使えるリンクです。',
  'member-address-missing':
    'このアカウントにはメールアドレスがないため、新しいパスワードを渡せません。招待し直すか、LINE や Google のサインインを使ってもらってください。',
  'mail-missing':
    'メールを送る設定がないため、この手続きは使えません。組織の管理者に連絡してください。',
  'member-exists':
    'すでに組織に所属しています。別の組織に移るときや権限を変えるときは、いまの組織の管理者に相談してください。',
  'member-level-refused': '「{{organisation}}」の人には、この権限を付けられません。',
  'member-limit-reached':
    '「{{organisation}}」の職員は上限の{{limit}}人に達しています。組織の管理者に連絡してください。',
  'member-missing': '組織に所属していないため、この項目は保存できません。',
  'one-time-link-forbidden': 'この組織の閲覧リンクを作る権限がありません。',
  'organisation-full': 'この組織の職員は上限の人数に達しています。組織の管理者に連絡してください。',
  'owner-last': '「{{organisation}}」の最後の管理者です。先に、ほかの人を同じ権限にしてください。',
  'photo-invalid': '写真を読み取れません。PNG、JPEG、WebP のいずれかを選んでください。',
  'photo-not-found': '写真はありません。',
  'photo-too-large': '写真が大きすぎます。{{limit}} kB までにしてください。',
  'room-limit-reached': '部屋は契約の上限の{{limit}}室に達しています。契約先に連絡してください。',
  'device-limit-reached': '機器は契約の上限の{{limit}}台に達しています。契約先に連絡してください。',
  'host-misdirected':
    'このアドレスからは利用できません。管理者から知らされたアドレスを開いてください。',
  'correction-time-invalid':
    'この端末の時計が合っていないため、保存できません。時計を合わせてから、もう一度お試しください。',
  'correction-limit-reached': '一晩に保存できる訂正は、ひとり{{limit}}件までです。',
  'sign-in-methods-invalid':
    'この設定では、だれもサインインできなくなります。使える方法を一つ以上選んでください。',
  'sign-out-first': 'すでにサインインしています。サインアウトしてから、もう一度開いてください。',
  'way-in-missing':
    '次にサインインする方法がありません。先にパスワード、LINE、Google のいずれかを設定してください。',
  'member-not-found': 'この職員は見つかりません。削除されたか、見る権限がない可能性があります。',
  'history-check-forbidden': '変更の履歴を点検する権限がありません。',
  'member-equal-by-mail': '同じ権限の職員には、その場で渡せません。メールで送ってください。',
  'manager-new-forbidden':
    '管理者になってから7日間は、同じ権限の職員に対してこの操作ができません。ほかの管理者に頼んでください。',
  'member-forbidden': 'この職員の設定を変える権限がありません。',
  'collection-without-key': 'この一覧では番号から探せません。一覧から選んでください。',
  'delete-misplaced': 'この項目は消せません。入力を確認してください。',
  'transform-misplaced': 'この項目はこの方法では変更できません。入力を確認してください。',
  'test-alarm-device-missing':
    'この部屋には機器がないため、テストアラートはできません。機器を部屋に置いてから、お試しください。',
  'test-alarm-in-use':
    'この部屋のテストアラートは、まだ終わっていません。少し待って、もう一度お試しください。',
  'limit-rehearsals': 'ほかの試算が動いています。終わってから、もう一度お試しください。',
  'push-missing': 'このサーバーでは、ブラウザーへの通知は使えません。',
  'push-service-refused':
    'このブラウザーへの通知は、このサーバーからは送れません。別のブラウザーを使うか、管理者に知らせてください。',
  'loan-span-invalid': '返却予定日は、貸し出す日より後にしてください。',
  'loan-return-invalid': '返却した日は、貸し出した日から今日までの間にしてください。',
  'loan-owner-invalid':
    '機器を持っている組織と、借りる組織を確認してください。同じ組織には貸し出せません。',
  'loan-borrower-missing': '借りる組織が見つかりません。選び直してください。',
  'loan-device-archived': 'この機器は使われていません。使用を再開してから、貸し出してください。',
  'loan-begun-in-use': 'すでに貸し出しが始まっています。返却を記録してください。',
  'loan-returned-archived': 'この貸し出しは返却済みのため、日付は変えられません。',
  'bill-terms-missing':
    '請求書に記載する内容と単価がまだ登録されていません。「請求の設定」で登録してください。',
  'bill-month-invalid': 'この月はまだ終わっていません。翌月になってから請求書を作成してください。',
  'bill-month-deviceless-invalid':
    'この月には、まだ部屋に機器がありませんでした。これより後の月を選んでください。',
  'bill-draft-stale-conflict':
    '下書きを作ったあとで、請求の設定、取引先、または名前や住所が変わりました。この月の請求書をもう一度作成してから、発行してください。',
  'bill-state-conflict':
    'この請求書の状態が変わっています。最新の内容を確認して、やり直してください。',
  'bill-days-taken':
    'この下書きには、別の請求書で請求済みの日が含まれています。この月の請求書をもう一度作成してから、内容を確認してください。',
  'bill-partner-ended-conflict':
    'この取引先は取引を終了しています。請求書を扱うには、先に取引先の画面で取引を再開してください。下書きは、この月の請求書をもう一度作成すると作り直されます。',
  'bill-payment-invalid': '入金日は、発行日から今日までの日付にしてください。',
  'bill-paper-timeout':
    'PDFの作成に時間がかかりすぎたため、止めました。少し待ってから、もう一度お試しください。',
  'bill-paper-memory': '請求書の明細が多すぎるため、PDFを作成できませんでした。',
  'limit-tomograph-questions':
    'EIT の和の計算が混み合っています。順番が来ると表示されます。そのままお待ちください。',
  'limit-device-days': '台日の集計が混み合っています。少し待ってから、もう一度お試しください。',
  'limit-bill-papers':
    'ほかの請求書のPDFを作成しています。少し待ってから、もう一度お試しください。',
  'threshold-crossed-conflict':
    '「{{name}}」など{{count}}か所で決めている値と、下限と上限が逆になります。先にそちらの値を変更してください。',
  'partner-bills-in-use':
    '下書きまたは入金待ちの請求書があるため、取引を終了・削除できません。先に請求書を処理してください。',
  'partner-customer-taken':
    '選んだ組織は、ほかの取引先が担当しています。先にそちらから外してください。',
  'partner-customer-invalid': 'この代理店の顧客ではない組織が選ばれています。選び直してください。',
  'storage-full-unavailable':
    'サーバーの保存場所がいっぱいです。何も変更されていません。管理者に連絡してください。',
  'loan-overlap-conflict':
    'この機器には、その期間にほかの貸し出しがあります。期間を変えるか、先に返却を記録してください。',
  'device-lent-in-use': 'この機器は貸し出し中です。返却されてから、使用を終えてください。',
  'device-recorded-in-use':
    'この機器の記録が残っているため、削除できません。「使用を終える」を選んでください。',
  'device-serial-refused':
    'この製造番号は登録できません。番号を確認し、正しいときは販売元に連絡してください。',
  'device-serial-taken': 'この製造番号の機器は、すでに登録されています。',
  'room-archived':
    'この部屋は使われていません。部屋の設定で使用を再開してから、機器を置いてください。',
  'room-devices-in-use':
    'この部屋に{{count}}台の機器があります。先に、ほかの部屋に移すか外してください。',
  'room-recorded-in-use':
    'この部屋の記録が残っているため、削除もほかの組織への移動もできません。「使わない部屋にする」を選んでください。',
  'device-forbidden': 'この機器を変更する権限がありません。',
  'device-report-invalid': '機器からの報告を読み取れません。機器のソフトウェアを確認してください。',
  'document-parent-missing': '登録先が見つかりません。削除された可能性があります。',
  'document-placement-invalid': 'この組織や部屋には置けません。置き場所を選び直してください。',
  'entry-not-found': '見つかりません。すでに終了している可能性があります。',
  'field-name-invalid': '項目の名前が正しくありません。ページを再読み込みしてください。',
  'field-path-invalid': '項目の名前が正しくありません。ページを再読み込みしてください。',
  'field-paths-conflict': '同じ項目を二度変更しようとしました。ページを再読み込みしてください。',
  'key-refused': '機器の番号または鍵が違います。',
  'merge-contradictory': '変更のしかたに矛盾があります。ページを再読み込みしてください。',
  'merge-field-missing': '変更する項目が足りません。ページを再読み込みしてください。',
  'path-invalid': 'データの場所が正しくありません。アドレスを確認してください。',
  'precondition-invalid': '変更の条件が正しくありません。ページを再読み込みしてください。',
  'query-contradictory': '絞り込みの条件が矛盾しています。条件を変えてください。',
  'query-cursor': '一覧の続きを読み込めません。一覧を開き直してください。',
  'query-list': '絞り込みの値が多すぎるか、ありません。条件を変えてください。',
  'query-offset-live': 'この一覧は途中から見守れません。一覧を開き直してください。',
  'query-operator': 'この条件では絞り込めません。条件を変えてください。',
  'query-order': 'この並べ替えはできません。ほかの並べ替えを選んでください。',
  'subscription-id-taken': '一覧の受信が重なりました。ページを再読み込みしてください。',
  'value-too-deep': 'データの入れ子が深すぎます。入力を確認してください。',
  'file-name-invalid': 'ファイル名に使えない文字があります。名前を変えて、もう一度選んでください。',
  'file-unreadable':
    'ファイルを読み取れません。移動または変更されていないか確認して、もう一度選んでください。',
  'analysis-forbidden': 'この部屋の夜を解析し直す権限がありません。',
  'night-memory': '解析に必要なメモリーが多すぎるため、中止しました。',
  'night-timeout': '解析が進まなくなったため、中止しました。',
  'night-version-not-found': 'この版の結果は、もうありません。',
  'import-failed':
    '取り込みを続けられませんでした。ページを再読み込みして、もう一度お試しください。',
  'import-archive-encrypted':
    'このZIPは暗号化されています。パスワードなしで作り直すか、展開したファイルを選んでください。',
  'import-archive-expands':
    'このZIPは、展開すると大きくなりすぎます。ファイルを分けて選んでください。',
  'import-archive-nested': 'ZIPの中に、さらに圧縮ファイルがあります。展開してから選んでください。',
  'import-archive-several': 'ZIPに複数の記録が入っています。1つの記録ごとに分けて選んでください。',
  'import-archive-unsafe':
    'ZIPの中に、使えない名前のファイルがあります。作り直してから選んでください。',
  'import-file-missing':
    '一緒に使うファイルが足りません。同じ記録のファイルを、まとめて選んでください。',
  'import-empty':
    'ファイルに、波形などの値がありません。睡眠の結果だけのファイルは、CSV取り込みの「夜ごとの睡眠」で取り込めます。',
  'export-empty': '選んだ期間に、書き出せるデータがありません。',
  'export-names-forbidden': '利用者の名前や備考を含めて書き出す権限がありません。',
  'export-range-invalid': '終わりは始まりより後にしてください。',
  'note-time-invalid': 'メモの時刻は、1990年から明日までの間、長さは31日までにしてください。',
  'export-range-too-long': '一度に書き出せるのは{{limit}}日までです。期間を分けてください。',
  'export-rate-unsupported':
    'この組み合わせの信号はEDFに書き出せません。信号を減らすか、CSVを選んでください。',
  'export-streams-too-many': '一度に書き出せる信号は{{limit}}本までです。',
  'limit-clock-fits': 'ほかの記録の時計を調べています。少し待ってから、もう一度お試しください。',
  'limit-night-orders':
    'この組織では、解析を待っている夜が{{limit}}件近くあります。終わってから、もう一度お試しください。',
  'limit-csv-drafts':
    '確認中の表が{{limit}}件あります。どれかの取り込みを始めるか、翌日にもう一度お試しください。',
  'limit-csv-kept':
    'この組織が保存している表が{{limit}}MBになりました。表は{{days}}日たつと消えます。そのあとで、もう一度お試しください。',
  'limit-size-table': '表のデータが多すぎます。{{limit}}MBまでに分けてください。',
  'report-forbidden': 'このレポートを見る・変える権限がありません。',
  'report-filter-forbidden':
    '性別での絞り込みは、入居者の情報を見られる人だけが使えます。性別の絞り込みを外してください。',
  'report-range-invalid': '期間の終わりが始まりより前です。日付を選び直してください。',
  'report-range-too-long':
    'レポートの期間は{{limit}}夜までです。期間を短くするか、何回かに分けてください。',
  'report-rooms-too-many':
    'レポートは{{limit}}部屋までです。組織・部屋・タグで絞り込んでください。',
  'report-not-found': 'このレポートは見つかりません。削除されたか、共有が終わっています。',
  'report-saved-limit-reached':
    '保存できるレポートは、組織で共有するものと自分だけのもの、それぞれ{{limit}}件までです。使わないものを削除してください。',
  'report-name-taken': '同じ名前のレポートをすでに保存しています。別の名前を付けてください。',
  'report-unreadable': '保存したレポートを読み取れません。削除して、保存し直してください。',
  'report-link-sexes':
    '性別で絞り込んだレポートは、閲覧リンクでは開けません。性別の絞り込みを外したレポートを保存し、そのリンクを作ります。',
  'report-unshared': '自分だけのレポートはメールで送れません。先に組織で共有してください。',
  'report-recipient-invalid':
    '宛先に、このレポートを見られない人が含まれています。選び直してください。',
  'report-timeout':
    'ファイルの作成に時間がかかりすぎたため、止めました。部屋か期間を減らしてください。',
  'report-memory': 'ファイルが大きすぎるため、作成を止めました。部屋か期間を減らしてください。',
  'limit-reports':
    '同時に作れるレポートは{{limit}}件までです。少し待ってから、もう一度お試しください。',
  'limit-exports': 'いま書き出しが混み合っています。少し待ってからもう一度お試しください。',
  'limit-exports-own':
    '同時に書き出せるのは{{limit}}件までです。終わってから、もう一度お試しください。',
  'import-exists': '同じ内容のファイルが、この部屋にすでにあります。履歴で確認してください。',
  'import-forbidden': 'この部屋にデータを取り込む権限がありません。',
  'import-format-unknown': 'ファイルの形式が分かりません。対応している形式か確認してください。',
  'import-format-unsupported':
    'この形式は取り込めません。圧縮されたファイルは展開し、ほかの形式は EDF または CSV に書き出して、もう一度お試しください。',
  'import-in-use': 'この取り込みは処理中です。終わってから、もう一度お試しください。',
  'import-memory':
    'ファイルの読み取りに必要なメモリーが多すぎるため、中止しました。ファイルを分けてお試しください。',
  'import-not-found': 'この取り込みは見つかりません。',
  'import-original-missing': '元のファイルが保存されていません。もう一度アップロードしてください。',
  'import-rate-missing':
    '時刻の列がないため、1秒あたりの値の数が必要です。指定して、やり直してください。',
  'import-start-missing': '記録の開始時刻がファイルにありません。指定して、やり直してください。',
  'import-state-conflict': '取り込みの状態が変わりました。最新の状態を確認してください。',
  'import-timeout': 'ファイルの読み取りが進まなくなったため、中止しました。',
  'import-too-large': 'この形式のファイルとしては大きすぎます。分けて取り込んでください。',
  'import-unreadable': 'ファイルを読み取れません。壊れているか、形式が違います。',
  'job-failed': '処理が途中で失敗しました。もう一度実行してください。',
  'limit-uploads': '同時にアップロードできる数を超えています。終わってから追加してください。',
  'precondition-tus-version': 'アップロードの方式が合いません。ページを再読み込みしてください。',
  'upload-checksum-invalid':
    '届いた内容が元のファイルと一致しません。もう一度アップロードしてください。',
  'upload-empty': 'ファイルが空です。',
  'upload-expired': 'アップロードが途中のまま期限を過ぎました。もう一度アップロードしてください。',
  'upload-forbidden': 'ほかの人のアップロードは続けられません。',
  'upload-header-invalid': 'アップロードの情報が正しくありません。ページを再読み込みしてください。',
  'upload-length-invalid': 'ファイルの長さが、始めに届いた情報と違います。選び直してください。',
  'upload-metadata-invalid':
    'アップロードの情報が正しくありません。ページを再読み込みしてください。',
  'upload-not-found': 'アップロードが見つかりません。もう一度ファイルを選んでください。',
  'upload-offset-conflict': 'アップロードの続きの位置が違います。自動で続きから送り直します。',
  'upload-quota-reached': '組織の保存容量に空きがありません。管理者に連絡してください。',
  'upload-too-large': 'ファイルが大きすぎます。',
  'csv-device-elsewhere': 'この製造番号の機器は、別の組織に登録されています。',
  'csv-import-changed': 'この取り込みは、別の表で始められています。初めからやり直してください。',
  'csv-import-empty': '取り込む行がありません。',
  'csv-import-forbidden': 'この種類の表を取り込む権限がありません。',
  'csv-import-not-found': 'この取り込みは見つかりません。',
  'csv-import-state-conflict': '取り込みの状態が変わりました。最新の状態を確認してください。',
  'csv-kept-accepted': '招待がすでに使われたか、取り消されています。',
  'csv-kept-changed': '取り込んだあとに変更されています。',
  'csv-kept-part': '取り込んだあとに変更された項目があります。それ以外はもとの値に戻しました。',
  'csv-kept-used': 'この部屋に機器が置かれています。',
  'csv-member-elsewhere': 'この職員は、別の組織に所属しています。',
  'csv-night-analysed': 'この夜には解析の結果があります。表では上書きしません。',
  'csv-room-unknown': '部屋「{{room}}」が見つかりません。先に部屋を登録してください。',
  'csv-row-invalid': '正しくない値があります。',
  'csv-row-repeated': '{{row}}行目と同じものの行です。どちらか一方にしてください。',
  'csv-type-unknown': '機種「{{code}}」が見つかりません。機種のコードを確認してください。',
} as const;
