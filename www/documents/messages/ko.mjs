/**
 * 계산기 옆의 페이지, 한국어.
 * @type {import("../../i18n.mjs").Messages}
 */
export default {
  "document.title": "{page}: KVFit",
  "document.pages": "페이지",

  "methodology.head": "계산 방법",
  "methodology.description":
    "KVFit이 캐시 구성 요소와 서빙 엔진마다 크기를 구하는 방법: 실제 숫자를 넣은 수식, 규칙, 출처와 날짜.",
  "method.lead":
    "모델은 캐시 구성 요소의 목록입니다. 각 요소는 한 무리의 레이어가 요청 하나를 위해 보관하는 것입니다. 엔진은 이 요소를 블록, 페이지, 셀로 바꾸는 규칙의 모음입니다. 아래의 수식, 규칙, 출처는 모두 계산기가 실제로 쓰는 것이며, 이 페이지를 빌드할 때 출력되었습니다.",
  "method.words": "이 페이지와 결과에서 쓰는 말은 다음과 같습니다.",
  "method.granule": "단위",
  "method.contents": "이 페이지의 내용",
  "method.parts": "캐시 구성 요소",
  "method.parts.text":
    "각 요소를 그것이 있는 공개 모델로 보여 줍니다. 길이는 모델의 최대 길이 또는 131,072토큰, 요청은 하나, 엔진은 없습니다.",
  "method.source": "{source}. 확인일 {read}.",
  "method.example": "{model}, {tokens}토큰",
  "method.numbers": "숫자의 출처",
  "method.engine":
    "{engine}은(는) {granule}이라는 자체 단위로 셉니다. 규칙이 다른 버전은 따로 구분하며, 버전을 고르지 않으면 가장 새로운 규칙을 씁니다.",
  "method.column.version": "버전",
  "method.column.read": "규칙을 읽은 곳",
  "method.column.rule": "규칙",
  "method.column.source": "버전과 출처",
  "method.rules": "규칙",
  "method.rules_of": "{engine}의 규칙",
  "method.kinds": "{engine}에서의 구성 요소별 크기",
  "method.reserves": "{part}: {model} 요청 하나에 {size} 예약",
  "method.versions": "같은 요청을 버전마다 예약하는 크기",
  "method.versions_of": "{engine} 버전별 예약 크기",
  "method.row": "{part} ({model}, {tokens}토큰)",
  "kind.full":
    "각 레이어가 모든 토큰에 대해 모든 KV 헤드의 K와 V를 보관합니다. 헤드 하나를 나눠 쓰는 쿼리 헤드들은 한 번만 보관합니다.",
  "kind.window":
    "각 레이어가 윈도 안의 마지막 토큰들에 대해서만 K와 V를 보관합니다. 토큰이 그보다 적으면 모두 보관합니다.",
  "kind.chunked": "각 레이어가 현재 청크의 K와 V를 보관합니다. 청크 하나가 차기 전에는 모든 토큰을 보관합니다.",
  "kind.cross": "각 레이어가 인코더 또는 이미지 토큰의 K와 V를 보관합니다. 텍스트 길이와는 무관합니다.",
  "kind.latent": "각 레이어가 토큰마다 모든 헤드의 K와 V 대신 압축된 벡터 하나와 그 회전 위치 부분을 보관합니다.",
  "kind.window_latent": "각 레이어가 윈도 안의 마지막 토큰마다 벡터 하나를 보관합니다.",
  "kind.compressed": "각 레이어가 꽉 찬 토큰 묶음마다 키와 값을 겸하는 벡터 하나를 보관합니다.",
  "kind.indexer": "인덱서가 있는 각 레이어가 토큰 또는 토큰 묶음마다 키 하나를 보관하며, 랭크마다 전체를 둡니다.",
  "kind.recurrent": "각 레이어가 길이와 무관하게 크기가 고정된 상태 하나(헤드 × 행 × 열)를 보관합니다.",
  "kind.conv": "각 레이어가 짧은 합성곱의 마지막 입력들을 커널 너비보다 하나 적게 보관합니다.",

  "accuracy.head": "정확도",
  "accuracy.description": "공개 로그에서 서빙 엔진이 출력한 값과 KVFit의 예측값: 설명되는 수치, 빗나간 수치와 그 차이.",
  "accuracy.lead":
    "공개 로그 {logs}건에서 엔진이 출력한 수치 {figures}개 중 {explained}개가 로그의 반올림 범위 안에서 그대로 나옵니다.",
  "accuracy.text":
    "로그마다 설정과, 적혀 있다면 캐시용 메모리를 계산기에 넣고 엔진이 출력한 수치를 결과 옆에 놓았습니다. 로그가 반올림한 값의 양 끝에서 구한 결과가 마지막 출력 자리까지 그 수치를 포함하면 설명된 것으로 셉니다. 로그는 {read}까지 읽은 것입니다.",
  "accuracy.caveat":
    "이 로그의 대부분은 규칙을 쓸 때 이미 알고 있던 것입니다. 한 벌의 규칙으로 모두 설명된다는 뜻이지, 아무도 보지 못한 로그에서도 그렇다는 뜻은 아닙니다.",
  "accuracy.engines": "엔진과 버전별",
  "accuracy.misses": "빗나간 수치",
  "accuracy.figures": "모든 수치",
  "accuracy.count": { other: "{engine}: 수치 {count}개" },
  "accuracy.none": "없음",
  "accuracy.unlinked": "공개 저장소의 로그",
  "accuracy.yes": "설명됨",
  "accuracy.column.engine": "엔진",
  "accuracy.column.rules": "엔진과 적용 규칙",
  "accuracy.column.figures": "수치",
  "accuracy.column.explained": "설명됨",
  "accuracy.column.missed": "빗나감",
  "accuracy.column.model": "모델",
  "accuracy.column.settings": "설정",
  "accuracy.column.figure": "항목",
  "accuracy.column.part": "부분",
  "accuracy.column.printed": "출력값",
  "accuracy.column.predicted": "예측값",
  "accuracy.column.difference": "차이",
  "accuracy.column.source": "출처",
  "accuracy.column.median": "오차 중앙값",
  "accuracy.column.ninetieth": "90백분위",
  "accuracy.column.worst": "최대",
  "accuracy.file_size": "GGUF 파일 크기",
  "accuracy.startups": "캐시 외에 엔진이 차지하는 메모리",
  "accuracy.startups.text":
    "가중치, 활성값, 그래프, 버퍼는 실행 중인 엔진만이 아는 추정값입니다. 출력된 수치를 전혀 쓰지 않고 설정만으로 예측한 뒤, 시작할 때 출력된 값과 비교했습니다.",
  "accuracy.startups.worst": "가장 큰 오차",
  "accuracy.startups.others": { other: "나머지 수치 {count}개" },
  "accuracy.miss.stage_memory":
    "로그의 메모리는 파이프라인 단계 하나의 것이고, 토큰 수는 여유가 가장 적은 단계의 것입니다.",
  "accuracy.miss.unexplained": "아직 설명되지 않았습니다.",
  "accuracy.miss.printed_disagrees": "로그 안에서 서로 맞지 않습니다. 토큰 수가 바이트 수와 다릅니다.",
};
